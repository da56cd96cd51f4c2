"use client";

import { type ComponentProps, useState } from "react";
import { describedBy, Field } from "@/components/ui/field";
import { useFormField } from "@/lib/forms/form-context";

type FormPasswordFieldProps = Pick<ComponentProps<typeof Field>, "label" | "hint"> & {
  name: string;
  autoComplete: "current-password" | "new-password";
  required?: boolean;
};

const TEXTS = { show: "Show", hide: "Hide", password: "password" } as const;

/** The auth service refuses shorter new passwords. */
const MIN_CHARACTERS = 10;

/**
 * The auth service refuses passwords of more than 72 bytes, and a character has at least one byte.
 */
const MAX_CHARACTERS = 72;

export function FormPasswordField({
  name,
  label,
  hint,
  autoComplete,
  required,
}: FormPasswordFieldProps) {
  const { id, error } = useFormField(name);
  const [isShown, setShown] = useState(false);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          id={id}
          name={name}
          type={isShown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          minLength={autoComplete === "new-password" ? MIN_CHARACTERS : undefined}
          maxLength={MAX_CHARACTERS}
          required={required}
          aria-describedby={describedBy(id, { hint, error })}
          aria-invalid={error ? true : undefined}
          className="control pr-18 [@media(scripting:none)]:pr-3"
        />
        <button
          type="button"
          aria-controls={id}
          onClick={() => setShown((now) => !now)}
          className="absolute inset-y-0.5 right-0.5 min-h-6 min-w-14 rounded-sm px-3 text-sm font-semibold text-ink-muted hover:text-ink focus-visible:-outline-offset-2 [@media(scripting:none)]:hidden"
        >
          {isShown ? TEXTS.hide : TEXTS.show}
          <span className="sr-only"> {TEXTS.password}</span>
        </button>
      </div>
    </Field>
  );
}
