"use client";

import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { verifyFactor } from "@/features/mfa/actions";
import { FactorChoice, FactorCodeField } from "@/features/mfa/components/factor-fields";
import { strings } from "@/features/mfa/strings";
import type { Factor } from "@/features/mfa/types";

export function VerifyFactorForm({
  factors,
  next,
}: {
  factors: readonly Factor[];
  next: string | undefined;
}) {
  return (
    <Form action={verifyFactor} id="verify-factor">
      <input type="hidden" name="next" value={next ?? ""} />
      <FactorChoice factors={factors} />
      <FactorCodeField />
      <SubmitButton>{strings.ask.submit}</SubmitButton>
    </Form>
  );
}
