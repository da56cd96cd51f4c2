"use client";

import { type ChangeEvent, type ComponentProps, useState } from "react";
import { useFormField } from "@/components/forms/form-context";
import { useViewerZone } from "@/components/forms/viewer-zone";
import { describedBy, Field } from "@/components/ui/field";
import { classNames } from "@/lib/class-names";
import { dateInZone, isCalendarDate } from "@/lib/format/format";
import { formatWritten } from "@/lib/format/relative-time";

type FormDateFieldProps = Pick<ComponentProps<typeof Field>, "label" | "hint" | "optional"> & {
  name: string;
  /** `YYYY-MM-DD`, or empty. */
  defaultValue?: string;
  onValueChange?: (date: string) => void;
};

/**
 * Shows the date in words next to the field, because browsers differ in the order of day and month.
 * Says how far ahead it is once the browser's own date is known.
 */
export function FormDateField({
  name,
  label,
  hint,
  optional,
  defaultValue = "",
  onValueChange,
}: FormDateFieldProps) {
  const { id, error, submittedValue } = useFormField(name);
  const initial = submittedValue ?? defaultValue;
  const [date, setDate] = useState(initial);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    setDate(event.currentTarget.value);
    onValueChange?.(event.currentTarget.value);
  };
  const viewerZone = useViewerZone();
  const today = viewerZone && dateInZone(new Date(), viewerZone);
  const writtenId = `${id}-written`;
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <input
          id={id}
          type="date"
          name={name}
          defaultValue={initial}
          onChange={change}
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
