import { type ComponentPropsWithRef, useId } from "react";
import { describedBy, Field, type FieldTexts } from "@/components/ui/field";
import { classNames } from "@/lib/class-names";

type TextFieldProps = FieldTexts & Omit<ComponentPropsWithRef<"input">, "children">;

export function TextField({
  label,
  hint,
  error,
  optional,
  id,
  className,
  type = "text",
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} optional={optional}>
      <input
        id={fieldId}
        type={type}
        aria-describedby={describedBy(fieldId, { hint, error })}
        aria-invalid={error ? true : undefined}
        className={classNames("control", className)}
        {...rest}
      />
    </Field>
  );
}
