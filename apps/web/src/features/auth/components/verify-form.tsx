"use client";

import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { verifyCode } from "@/features/auth/actions";
import { CodeField } from "@/features/auth/components/code-field";
import { strings } from "@/features/auth/strings";

export function VerifyForm({ flow }: { flow: string | undefined }) {
  return (
    <Form action={verifyCode} id="verify">
      {flow ? (
        <input type="hidden" name="flow" value={flow} />
      ) : (
        <FormTextField
          name="email"
          type="email"
          label={strings.fields.email}
          autoComplete="email"
          inputMode="email"
          required
        />
      )}
      <CodeField />
      <SubmitButton>{strings.verify.submit}</SubmitButton>
    </Form>
  );
}
