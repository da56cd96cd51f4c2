"use client";

import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-text-field";
import { SignInAgainBanner } from "@/components/forms/sign-in-again";
import { SubmitButton } from "@/components/forms/submit-button";
import { CONTACT_BUTTON } from "@/components/ui/button";
import { sendPortalCode } from "@/features/portal/actions";
import { fieldId } from "@/lib/forms/form-context";

const FORM_ID = "access";

/**
 * Fills in the address from the fragment of an emailed link, because browsers do not send the
 * fragment to the server.
 */
export function AccessForm({
  publicId,
  email = "",
  isSignedIn,
  endedText,
  texts,
}: {
  publicId: string;
  email?: string;
  isSignedIn: boolean;
  /** Shown if the session has ended and the tab stores no draft. */
  endedText?: string | undefined;
  /** The page passes the texts, so that the browser loads only the texts of this form. */
  texts: Record<"email" | "submit", string>;
}) {
  const next = useSearchParams().get("next");
  useEffect(() => {
    const address = new URLSearchParams(window.location.hash.slice(1)).get("email");
    const field = document.getElementById(fieldId(FORM_ID, "email"));
    if (!address || !(field instanceof HTMLInputElement)) return;
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, "", pathname + search);
    if (field.value !== "" && field.value !== email) return;
    field.value = address;
    if (document.activeElement === field) field.select();
  }, [email]);
  return (
    <Form action={sendPortalCode.bind(null, publicId)} id={FORM_ID}>
      <SignInAgainBanner
        next={next}
        formId={FORM_ID}
        isSignedIn={isSignedIn}
        endedText={endedText}
      />
      <FormTextField
        name="email"
        type="email"
        label={texts.email}
        defaultValue={email}
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        required
      />
      <SubmitButton className={CONTACT_BUTTON}>{texts.submit}</SubmitButton>
    </Form>
  );
}
