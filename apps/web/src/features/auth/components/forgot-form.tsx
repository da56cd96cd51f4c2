"use client";

import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { forgotPassword } from "@/features/auth/actions";
import { strings } from "@/features/auth/strings";

export function ForgotForm() {
  return (
    <Form action={forgotPassword} id="forgot">
      <FormTextField
        name="email"
        type="email"
        label={strings.fields.email}
        autoComplete="username"
        inputMode="email"
        maxLength={254}
        required
      />
      <SubmitButton>{strings.forgot.submit}</SubmitButton>
    </Form>
  );
}
