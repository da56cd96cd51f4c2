"use client";

import { FormTextField } from "@/components/forms/form-fields";
import { strings } from "@/features/auth/strings";

export function CodeField() {
  return (
    <FormTextField
      name="code"
      label={strings.fields.code}
      hint={strings.fields.codeHint}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={12}
      className="font-mono text-xl tracking-[0.25em]"
      required
    />
  );
}
