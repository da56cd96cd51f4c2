import { type ComponentPropsWithRef, useId } from "react";
import { describedBy, Field, type FieldTexts } from "@/components/ui/field";
import { classNames } from "@/lib/style/class-names";

type TextFieldProps = FieldTexts & {
  unit?: string | undefined;
  start?: string | undefined;
} & Omit<ComponentPropsWithRef<"input">, "children">;

export function TextField({
  label,
  hint,
  error,
  optional,
  unit,
  start,
  id,
  className,
  type = "text",
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const described = describedBy(fieldId, { hint, error });
  const input = (
    <input
      id={fieldId}
      type={type}
      aria-describedby={
        classNames(start && `${fieldId}-start`, unit && `${fieldId}-unit`, described) || undefined
      }
      aria-invalid={error ? true : undefined}
      className={classNames("control", start && "min-w-40 grow basis-0", className)}
      {...rest}
    />
  );
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} optional={optional}>
      {start ? (
        <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
          <span id={`${fieldId}-start`} className="max-w-full wrap-anywhere text-ink-subtle">
            {start}
          </span>
          {input}
        </div>
      ) : unit ? (
        <div className="flex items-center gap-2">
          {input}
          <span id={`${fieldId}-unit`} className="text-ink-muted">
            {unit}
          </span>
        </div>
      ) : (
        input
      )}
    </Field>
  );
}
