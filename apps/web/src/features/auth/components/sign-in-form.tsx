"use client";

import Link from "next/link";
import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-text-field";
import { FormPasswordField } from "@/components/forms/password-field";
import { SignInAgainBanner } from "@/components/forms/sign-in-again";
import { SubmitButton } from "@/components/forms/submit-button";
import { signIn } from "@/features/auth/actions";

const SIGN_IN_FORM = "sign-in";

type Texts = Record<"email" | "password" | "submit" | "sendCode" | "forgot", string>;

/** The page passes the texts, so that the browser loads only the texts of this form. */
export function SignInForm({ next, texts }: { next: string | undefined; texts: Texts }) {
  return (
    <Form action={signIn} id={SIGN_IN_FORM}>
      <SignInAgainBanner next={next} formId={SIGN_IN_FORM} />
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
      <div className="relative">
        <FormPasswordField name="password" label={texts.password} autoComplete="current-password" />
        <Link
          href="/forgot-password"
          className="link absolute top-0 right-0 inline-flex min-h-6 items-center text-sm pointer-coarse:-top-3.5 pointer-coarse:min-h-11 pointer-coarse:pt-2"
        >
          {texts.forgot}
        </Link>
      </div>
      <div className="flex flex-col gap-3">
        <SubmitButton name="intent" value="password">
          {texts.submit}
        </SubmitButton>
        <SubmitButton name="intent" value="code" variant="secondary">
          {texts.sendCode}
        </SubmitButton>
      </div>
    </Form>
  );
}
