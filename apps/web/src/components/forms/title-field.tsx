"use client";

import { describedBy, FIELD_LABEL, FieldError } from "@/components/ui/field";
import { useFormField } from "@/lib/forms/form-context";
import { classNames } from "@/lib/style/class-names";

export function TitleField({
  name,
  label,
  heading,
  placeholder,
  defaultValue,
  maxLength,
}: {
  name: string;
  label: string;
  heading: string;
  /** Replaces the visible label. Without a placeholder, the label is above the field. */
  placeholder?: string;
  defaultValue: string;
  maxLength: number;
}) {
  const { id, error, submittedValue } = useFormField(name);
  return (
    <div className="relative flex flex-col gap-1.5">
      {/* A heading for screen readers. It is invisible, because the field covers it. */}
      <h1
        className={classNames(
          "pointer-events-none absolute inset-x-0 h-8 truncate text-xl opacity-0",
          placeholder ? "top-0" : "top-7.5",
        )}
      >
        {heading}
      </h1>
      <label htmlFor={id} className={placeholder ? "sr-only" : FIELD_LABEL}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        name={name}
        // The classes `placeholder-shown:…` apply only to a field with a placeholder.
        placeholder={placeholder ?? " "}
        defaultValue={submittedValue ?? defaultValue}
        maxLength={maxLength}
        aria-describedby={describedBy(id, { error })}
        aria-invalid={error ? true : undefined}
        className={classNames(
          "relative -mx-3 -mb-1 h-10 w-[calc(100%+1.5rem)] rounded-md border border-transparent bg-transparent px-[calc(0.75rem-1px)] text-xl font-heading",
          placeholder && "-mt-1",
          // An empty, focused or invalid field is as wide as the fields below it.
          "placeholder-shown:mx-0 placeholder-shown:w-full focus-visible:mx-0 focus-visible:w-full aria-invalid:mx-0 aria-invalid:w-full",
          "placeholder:text-ink-subtle placeholder-shown:border-line-strong hover:border-line-strong focus-visible:border-line-strong",
          "aria-invalid:border-danger! aria-invalid:[box-shadow:inset_0_0_0_1px_var(--color-danger)]",
        )}
      />
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}
