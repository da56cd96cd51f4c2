"use client";

import Link from "next/link";
import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-fields";
import { FormPasswordField } from "@/components/forms/password-field";
import { SignInAgain } from "@/components/forms/sign-in-again";
import { SubmitButton } from "@/components/forms/submit-button";
import { signIn } from "@/features/auth/actions";

export const SIGN_IN_FORM = "sign-in";

type Texts = Record<"email" | "password" | "submit" | "sendCode" | "forgot", string>;

/** The page passes the texts, so that this form, which users see first, loads no others. */
export function SignInForm({ next, texts }: { next: string | undefined; texts: Texts }) {
  return (
    <Form action={signIn} id={SIGN_IN_FORM}>
      <SignInAgain next={next} formId={SIGN_IN_FORM} />
      <input type="hidden" name="next" value={next ?? ""} />
      <FormTextField
        name="email"
        type="email"
        label={texts.email}
        autoComplete="username"
        inputMode="email"
        maxLength={254}
        required
      />
      <FormPasswordField name="password" label={texts.password} autoComplete="current-password" />
      <div className="flex flex-col gap-3">
        <SubmitButton name="intent" value="password">
          {texts.submit}
        </SubmitButton>
        <SubmitButton name="intent" value="code" variant="secondary">
          {texts.sendCode}
        </SubmitButton>
      </div>
      <p className="text-sm">
        <Link href="/forgot-password" className="link inline-flex min-h-11 items-center">
          {texts.forgot}
        </Link>
      </p>
    </Form>
  );
}
