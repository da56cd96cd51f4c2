"use client";

import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-fields";
import { leadsToSignIn } from "@/components/forms/kept-forms";
import { SubmitButton } from "@/components/forms/submit-button";
import { deleteAccount } from "@/features/account/actions";
import { strings } from "@/features/account/strings";
import { forgetEverywhere } from "@/lib/drafts/kept-drafts";

/** Leaves nothing behind in this browser, unless it was asked to sign in again first. */
function forgetAfter(path: string): void {
  if (!leadsToSignIn(path)) forgetEverywhere({ local: localStorage, session: sessionStorage });
}

/** The typed address, and the point of no return. */
export function DeleteAccountForm() {
  return (
    <Form action={deleteAccount} id="delete-account" onRedirect={forgetAfter}>
      <FormTextField
        name="email"
        type="email"
        label={strings.deletion.field}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        maxLength={254}
        required
      />
      <SubmitButton variant="danger" className="self-start">
        {strings.deletion.submit}
      </SubmitButton>
    </Form>
  );
}
