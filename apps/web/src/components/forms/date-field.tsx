"use client";

import type { ComponentProps } from "react";
import { describedBy, Field } from "@/components/ui/field";
import { isCalendarDate } from "@/lib/format/format";
import { formatWritten } from "@/lib/format/relative-time";
import { useFormField } from "@/lib/forms/form-context";
import { useTypedDate } from "@/lib/forms/use-typed-date";
import { classNames } from "@/lib/style/class-names";

type FormDateFieldProps = Pick<ComponentProps<typeof Field>, "label" | "hint" | "optional"> & {
  name: string;
  /** A date as `YYYY-MM-DD`, or an empty text. */
  defaultValue?: string;
};

/** Browsers differ in the order of day and month, so the field also shows the date in words. */
export function FormDateField({
  name,
  label,
  hint,
  optional,
  defaultValue = "",
}: FormDateFieldProps) {
  const { id, error, submittedValue } = useFormField(name);
  const initial = submittedValue ?? defaultValue;
  const { date, today, input } = useTypedDate(initial);
  const writtenId = `${id}-written`;
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <input
          id={id}
          type="date"
          name={name}
          {...input}
          aria-describedby={classNames(describedBy(id, { hint, error }), writtenId)}
          aria-invalid={error ? true : undefined}
          className="control max-w-48"
        />
        <span id={writtenId} aria-live="polite" className="font-medium">
          {isCalendarDate(date) ? formatWritten(date, today) : ""}
        </span>
      </div>
    </Field>
  );
}
