import { type ComponentPropsWithRef, useId } from "react";
import { describedBy, Field, type FieldTexts } from "@/components/ui/field";
import { classNames } from "@/lib/class-names";

type TextAreaProps = FieldTexts & Omit<ComponentPropsWithRef<"textarea">, "children">;

/** Several lines of input; grows with its text where the browser can. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  id,
  className,
  rows = 4,
  ...rest
}: TextAreaProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} optional={optional}>
      <textarea
        id={fieldId}
        rows={rows}
        aria-describedby={describedBy(fieldId, { hint, error })}
        aria-invalid={error ? true : undefined}
        className={classNames("control field-sizing-content max-h-96 resize-y", className)}
        {...rest}
      />
    </Field>
  );
}
