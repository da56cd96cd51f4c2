"use client";

import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { CONTACT_BUTTON } from "@/components/ui/button";
import { CodeField } from "@/features/auth/components/code-field";
import { confirmPortalCode } from "@/features/portal/actions";
import { fieldId } from "@/lib/forms/form-context";

const FORM_ID = "access-code";

export function PortalCodeForm({ publicId, submit }: { publicId: string; submit: string }) {
  const next = useSearchParams().get("next");
  // The focused button of the address form has disappeared, so move the focus to the code field.
  useEffect(() => document.getElementById(fieldId(FORM_ID, "code"))?.focus(), []);
  return (
    <Form action={confirmPortalCode.bind(null, publicId)} id={FORM_ID}>
      <input type="hidden" name="next" value={next ?? ""} />
      <CodeField isSentWhenComplete />
      <SubmitButton className={CONTACT_BUTTON}>{submit}</SubmitButton>
    </Form>
  );
}
