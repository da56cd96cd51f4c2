"use client";

import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { Form } from "@/components/forms/form";
import { fieldId } from "@/components/forms/form-context";
import { SubmitButton } from "@/components/forms/submit-button";
import { CodeField } from "@/features/auth/components/code-field";
import { confirmPortalCode } from "@/features/portal/actions";
import { strings } from "@/features/portal/strings";

const FORM_ID = "access-code";

export function PortalCodeForm({ publicId }: { publicId: string }) {
  const next = useSearchParams().get("next");
  // The code form replaces the address form, whose button had the focus, so move the focus here.
  useEffect(() => document.getElementById(fieldId(FORM_ID, "code"))?.focus(), []);
  return (
    <Form action={confirmPortalCode.bind(null, publicId)} id={FORM_ID}>
      <input type="hidden" name="next" value={next ?? ""} />
      <CodeField isSentWhenComplete />
      <SubmitButton>{strings.access.submit}</SubmitButton>
    </Form>
  );
}
