"use client";

import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { signUp } from "@/features/auth/actions";
import { strings } from "@/features/auth/strings";

export function SignUpForm({ next }: { next: string | undefined }) {
  return (
    <Form action={signUp} id="sign-up">
      <input type="hidden" name="next" value={next ?? ""} />
      <FormTextField
        name="name"
        label={strings.fields.name}
        autoComplete="name"
        maxLength={120}
        required
      />
      <FormTextField
        name="email"
        type="email"
        label={strings.fields.email}
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        required
      />
      <SubmitButton>{strings.signUp.submit}</SubmitButton>
    </Form>
  );
}
