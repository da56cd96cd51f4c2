"use client";

import Link from "next/link";
import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-fields";
import { SignInAgain } from "@/components/forms/sign-in-again";
import { SubmitButton } from "@/components/forms/submit-button";
import { signIn } from "@/features/auth/actions";
import { strings } from "@/features/auth/strings";

export const SIGN_IN_FORM = "sign-in";

export function SignInForm({ next }: { next: string | undefined }) {
  return (
    <Form action={signIn} id={SIGN_IN_FORM}>
      <SignInAgain next={next} formId={SIGN_IN_FORM} />
      <input type="hidden" name="next" value={next ?? ""} />
      <FormTextField
        name="email"
        type="email"
        label={strings.fields.email}
        autoComplete="username"
        inputMode="email"
        maxLength={254}
        required
      />
      <FormTextField
        name="password"
        type="password"
        label={strings.fields.password}
        autoComplete="current-password"
        maxLength={72}
      />
      <div className="flex flex-col gap-3">
        <SubmitButton name="intent" value="password">
          {strings.signIn.submit}
        </SubmitButton>
        <SubmitButton name="intent" value="code" variant="secondary">
          {strings.signIn.sendCode}
        </SubmitButton>
      </div>
      <p className="text-sm">
        <Link href="/forgot-password" className="link inline-flex min-h-11 items-center">
          {strings.signIn.forgot}
        </Link>
      </p>
    </Form>
  );
}
