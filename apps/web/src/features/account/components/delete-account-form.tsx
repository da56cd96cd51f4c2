"use client";

import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { deleteAccount } from "@/features/account/actions";
import { strings } from "@/features/account/strings";
import { purgeEveryTab } from "@/lib/drafts/sign-out-purge";
import { leadsToSignIn } from "@/lib/http/ended-path";

/** A redirect to a sign-in page means that the account was not deleted, so keep the drafts. */
function purgeAfter(path: string): void {
  if (!leadsToSignIn(path)) purgeEveryTab();
}

export function DeleteAccountForm({ email }: { email: string }) {
  return (
    <Form action={deleteAccount} id="delete-account" onRedirect={purgeAfter}>
      <FormTextField
        name="email"
        type="email"
        label={strings.deletion.field(email)}
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
