"use client";

import { Form } from "@/components/forms/form";
import { FormPasswordField } from "@/components/forms/password-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { savePassword } from "@/features/auth/actions";
import { strings } from "@/features/auth/strings";

/** Includes the email address, which password managers save as the user name. */
export function PasswordForm({
  address,
  submit,
  next,
}: {
  address: string;
  submit: string;
  next?: string | undefined;
}) {
  return (
    <Form action={savePassword} id="password">
      <input type="hidden" name="next" value={next ?? ""} />
      <input type="text" name="username" autoComplete="username" value={address} readOnly hidden />
      <FormPasswordField
        name="password"
        label={strings.fields.newPassword}
        hint={strings.fields.passwordRule}
        autoComplete="new-password"
        required
      />
      <SubmitButton>{submit}</SubmitButton>
    </Form>
  );
}
