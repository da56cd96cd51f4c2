"use client";

import { useEffect } from "react";
import { FormTextField } from "@/components/forms/form-text-field";
import { Checkbox, ChoiceGroup } from "@/components/ui/checkbox";
import { strings } from "@/features/mfa/strings";
import type { Factor } from "@/features/mfa/types";
import { useFormField } from "@/lib/forms/form-context";
import { CODE_INPUT } from "@/lib/style/code-input";

export function FactorCodeField({ takesFocus = false }: { takesFocus?: boolean }) {
  const { id } = useFormField("code");
  useEffect(() => {
    if (takesFocus) document.getElementById(id)?.focus();
  }, [takesFocus, id]);
  return (
    <FormTextField
      name="code"
      label={strings.fields.code}
      hint={strings.fields.codeHint}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={8}
      className={CODE_INPUT}
      required
    />
  );
}

export function FactorChoice({ factors }: { factors: readonly Factor[] }) {
  const { id, error, submittedValue } = useFormField("factorId");
  const [first] = factors;
  if (factors.length < 2) return <input type="hidden" name="factorId" value={first?.id ?? ""} />;
  return (
    <ChoiceGroup id={id} legend={strings.fields.factor} error={error}>
      {factors.map((factor) => (
        <Checkbox
          key={factor.id}
          type="radio"
          name="factorId"
          value={factor.id}
          label={factor.name}
          defaultChecked={factor.id === (submittedValue ?? first?.id)}
        />
      ))}
    </ChoiceGroup>
  );
}
