"use client";

import { type FormEvent, useRef } from "react";
import { FormTextField } from "@/components/forms/form-text-field";
import { strings } from "@/features/auth/code/strings";
import { CODE_INPUT } from "@/lib/style/code-input";

const CODE_DIGITS = 8;

export function CodeField({
  isSentWhenComplete = false,
}: {
  /**
   * If true, typing the last digit submits the form. The code that was submitted last is not
   * submitted again.
   */
  isSentWhenComplete?: boolean;
}) {
  const sent = useRef("");
  const sendOnce = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    const code = currentTarget.value.replaceAll(/\D/g, "");
    if (code.length !== CODE_DIGITS || code === sent.current) return;
    sent.current = code;
    currentTarget.form?.requestSubmit();
  };
  return (
    <FormTextField
      name="code"
      label={strings.label}
      hint={strings.hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={12}
      onInput={isSentWhenComplete ? sendOnce : undefined}
      className={CODE_INPUT}
      required
    />
  );
}
