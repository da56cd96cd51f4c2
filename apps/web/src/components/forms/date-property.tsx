"use client";

import { Calendar, ChevronDown } from "lucide-react";
import { type ComponentProps, type MouseEvent, type PointerEvent, useRef } from "react";
import { describedBy, Field } from "@/components/ui/field";
import { isCalendarDate } from "@/lib/format/format";
import { formatDueDistance, formatWritten } from "@/lib/format/relative-time";
import { useFormField } from "@/lib/forms/form-context";
import { useTypedDate } from "@/lib/forms/use-typed-date";
import { classNames } from "@/lib/style/class-names";

/**
 * Shows the date in words until the field has the focus. `globals.css` switches between the words
 * and the field, because the field must work without scripts.
 */
export function FormDateProperty({
  name,
  label,
  placeholder,
  defaultValue = "",
  timeZone,
}: Pick<ComponentProps<typeof Field>, "label"> & {
  name: string;
  placeholder: string;
  /** A date as `YYYY-MM-DD`, or an empty text. */
  defaultValue?: string;
  timeZone: string;
}) {
  const { id, error, submittedValue } = useFormField(name);
  const initial = submittedValue ?? defaultValue;
  const { date, today, input } = useTypedDate(initial, timeZone);
  const isWhole = isCalendarDate(date);
  const wordsId = `${id}-written`;
  // A mouse click on the words opens the browser's date picker, like a click on a select. On touch
  // screens, browsers open the picker themselves.
  const hadFocus = useRef(false);
  const notice = ({ currentTarget }: PointerEvent<HTMLInputElement>) => {
    hadFocus.current = document.activeElement === currentTarget;
  };
  const open = ({ currentTarget, nativeEvent }: MouseEvent<HTMLInputElement>) => {
    const isMouse = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "mouse";
    if (!isMouse || hadFocus.current) return;
    try {
      currentTarget.showPicker();
    } catch {
      // The browser may refuse to open the picker, for example in a frame. The user can still type.
    }
  };
  return (
    <Field id={id} label={label} error={error}>
      <div data-date-property data-live={today} className="@container relative">
        <input
          id={id}
          type="date"
          name={name}
          {...input}
          onPointerDown={notice}
          onClick={open}
          aria-describedby={classNames(describedBy(id, { error }), wordsId)}
          aria-invalid={error ? true : undefined}
          className="control block"
        />
        <div className="flex min-w-0 items-center gap-2 text-(length:--control-text)">
          <Calendar
            aria-hidden
            className="hidden size-4 shrink-0 text-ink-subtle @min-[16.5rem]:block"
          />
          <span id={wordsId} aria-live="polite" className="min-w-0 grow truncate">
            <span className="font-medium">{isWhole ? formatWritten(date) : null}</span>
            {isWhole && today && date >= today ? (
              <span className="text-ink-muted @max-[18rem]:sr-only pointer-coarse:@max-[20rem]:sr-only">
                , {formatDueDistance(date, today)}
              </span>
            ) : null}
          </span>
          {isWhole ? null : (
            <span data-placeholder className="grow truncate text-ink-muted">
              {placeholder}
            </span>
          )}
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
        </div>
      </div>
    </Field>
  );
}
