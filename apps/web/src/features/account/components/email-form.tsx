"use client";

import { CircleCheck } from "lucide-react";
import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { Button } from "@/components/ui/button";
import { UnbrokenWords } from "@/components/ui/unbroken-words";
import {
  abandonEmail,
  changeEmail,
  confirmEmail,
  resendEmailCodes,
} from "@/features/account/actions";
import { strings } from "@/features/account/strings";
import type { EmailChange } from "@/features/account/types";
import { CodeField } from "@/features/auth/components/code-field";

const texts = strings.email;
const ABANDON = "abandon-email";

export function ChangeEmailForm() {
  return (
    <Form action={changeEmail} id="change-email">
      <FormTextField
        name="email"
        type="email"
        label={texts.field}
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        required
      />
      <SubmitButton className="self-start">{texts.submit}</SubmitButton>
    </Form>
  );
}

export function ConfirmEmailForm({ change, email }: { change: EmailChange; email: string }) {
  const { step, newEmail } = change;
  const address = step === "current" ? email : newEmail;
  return (
    <div className="flex flex-col gap-5">
      <div role="status">
        <h3 className="font-semibold">{texts.step[step]}</h3>
        <p className="mt-1">
          <UnbrokenWords>{texts.codeLead(address)}</UnbrokenWords>
        </p>
      </div>
      {/* The key creates an empty code field for the second step. */}
      <Form key={step} action={confirmEmail} id={`confirm-email-${step}`}>
        <CodeField />
        <SubmitButton className="self-start">{texts.confirm[step]}</SubmitButton>
      </Form>
      <Form action={resendEmailCodes} id="resend-email" className="gap-0!">
        {(state) => (
          <>
            <div className="-ml-(--control-inset) flex flex-wrap items-center">
              <SubmitButton variant="quiet">{texts.resend}</SubmitButton>
              <span aria-hidden className="text-ink-subtle">
                ·
              </span>
              <Button type="submit" variant="quiet" form={ABANDON}>
                {texts.abandon}
              </Button>
            </div>
            <p role="status" className="flex gap-1.5 text-sm not-empty:mt-2">
              {state?.ok && state.message ? (
                <>
                  <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success-mark" />
                  <span className="min-w-0">
                    <UnbrokenWords>{state.message}</UnbrokenWords>
                  </span>
                </>
              ) : null}
            </p>
          </>
        )}
      </Form>
      <form id={ABANDON} action={abandonEmail} hidden />
    </div>
  );
}
