"use client";

import { useEffect } from "react";
import { Form } from "@/components/forms/form";
import { fieldId } from "@/components/forms/form-context";
import { SubmitButton } from "@/components/forms/submit-button";
import { CodeField } from "@/features/auth/components/code-field";
import { confirmPortalCode } from "@/features/portal/actions";
import { strings } from "@/features/portal/strings";

const FORM_ID = "door-code";

/** The code that was sent to the contact. */
export function PortalCodeForm({ publicId }: { publicId: string }) {
  // It takes the place of the address form, whose button had the focus.
  useEffect(() => document.getElementById(fieldId(FORM_ID, "code"))?.focus(), []);
  return (
    <Form action={confirmPortalCode.bind(null, publicId)} id={FORM_ID}>
      <CodeField />
      <SubmitButton>{strings.door.submit}</SubmitButton>
    </Form>
  );
}
