"use client";

import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { CodeField } from "@/features/auth/components/code-field";
import { confirmPortalCode } from "@/features/portal/actions";
import { strings } from "@/features/portal/strings";

/** The code that was sent to the contact. */
export function PortalCodeForm({ publicId }: { publicId: string }) {
  return (
    <Form action={confirmPortalCode.bind(null, publicId)} id="door-code">
      <CodeField />
      <SubmitButton>{strings.door.submit}</SubmitButton>
    </Form>
  );
}
