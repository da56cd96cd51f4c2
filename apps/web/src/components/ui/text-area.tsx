"use client";

import {
  type ComponentPropsWithRef,
  useCallback,
  useId,
  useLayoutEffect,
  useSyncExternalStore,
} from "react";
import { describedBy, Field, type FieldTexts } from "@/components/ui/field";
import { subscribeToNothing } from "@/lib/browser/subscribe-to-nothing";
import { classNames } from "@/lib/style/class-names";

type TextAreaProps = FieldTexts &
  Omit<ComponentPropsWithRef<"textarea">, "children" | "defaultValue"> & {
    defaultValue?: string | undefined;
  };

function find(id: string): HTMLTextAreaElement | null {
  const element = document.getElementById(id);
  return element instanceof HTMLTextAreaElement ? element : null;
}

/**
 * The user may change the server-rendered field before React hydrates it. Assigning the value to
 * itself stops the caret from moving when React sets the default text during hydration.
 */
function readHydrated(id: string): string | undefined {
  const field = typeof document === "undefined" ? null : find(id);
  if (!field) return undefined;
  const { value } = field;
  field.value = value;
  return value;
}

/**
 * During hydration, React sets the field to its default text. To keep what the user has typed until
 * then, this hook returns the typed text as the default text.
 */
function useDefaultText(id: string, text = ""): string {
  const hydrated = useSyncExternalStore(
    subscribeToNothing,
    () => undefined,
    useCallback(() => readHydrated(id), [id]),
  );
  // Restore the default text before effects of the form compare it with the typed text.
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
  hintClassName,
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
    <Field
      id={fieldId}
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      hintClassName={hintClassName}
    >
      <textarea
        id={fieldId}
        rows={rows}
        aria-describedby={describedBy(fieldId, { hint, error })}
        aria-invalid={error ? true : undefined}
        className={classNames(
          "control field-sizing-content max-h-[calc(16.5rem+var(--control))] min-h-[calc(3rem+var(--control))] resize-y",
          className,
        )}
        {...(value === undefined ? { defaultValue: defaultText } : { value })}
        {...rest}
      />
    </Field>
  );
}
