"use client";

import {
  type ComponentPropsWithRef,
  useCallback,
  useId,
  useLayoutEffect,
  useSyncExternalStore,
} from "react";
import { describedBy, Field, type FieldTexts } from "@/components/ui/field";
import { classNames } from "@/lib/class-names";

type TextAreaProps = FieldTexts &
  Omit<ComponentPropsWithRef<"textarea">, "children" | "defaultValue"> & {
    defaultValue?: string | undefined;
  };

const subscribeToNothing = () => () => {};

function find(id: string): HTMLTextAreaElement | null {
  const element = document.getElementById(id);
  return element instanceof HTMLTextAreaElement ? element : null;
}

/**
 * Returns the text that the user typed into a server-rendered field before React hydrated it, else
 * undefined. During hydration, React sets the default text, and the browser then moves the caret of
 * an untouched field to the start. If the value is set first, even to the same text, the browser
 * keeps the caret.
 */
function readHydrated(id: string): string | undefined {
  const field = typeof document === "undefined" ? null : find(id);
  if (!field) return undefined;
  const { value } = field;
  field.value = value;
  return value;
}

/**
 * Returns the default text to render. During hydration, React resets a field to its default text,
 * which would discard text that the user typed before the scripts ran. So during hydration, the
 * default is the typed text.
 */
function useDefaultText(id: string, text = ""): string {
  const hydrated = useSyncExternalStore(
    subscribeToNothing,
    () => undefined,
    useCallback(() => readHydrated(id), [id]),
  );
  // The surrounding form's effects compare the typed text with the default text.
  useLayoutEffect(() => {
    const field = hydrated === undefined ? null : find(id);
    if (field) field.defaultValue = text;
  }, [hydrated, id, text]);
  return hydrated ?? text;
}

export function TextArea({
  label,
  hint,
  error,
  optional,
  id,
  className,
  rows = 4,
  value,
  defaultValue,
  ...rest
}: TextAreaProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const defaultText = useDefaultText(fieldId, defaultValue);
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} optional={optional}>
      <textarea
        id={fieldId}
        rows={rows}
        aria-describedby={describedBy(fieldId, { hint, error })}
        aria-invalid={error ? true : undefined}
        className={classNames("control field-sizing-content max-h-96 resize-y", className)}
        {...(value === undefined ? { defaultValue: defaultText } : { value })}
        {...rest}
      />
    </Field>
  );
}
