import { ChevronDown } from "lucide-react";
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { describedBy, Field, type FieldTexts } from "@/components/ui/field";
import { classNames } from "@/lib/style/class-names";

type SelectOption = { value: string; label: string };

type SelectProps = FieldTexts &
  Omit<ComponentPropsWithRef<"select">, "children"> & {
    options: readonly SelectOption[];
    placeholder?: string;
    picture?: ReactNode;
  };

/** A native select works before hydration, on phones and with screen readers. */
export function Select({
  label,
  hint,
  error,
  optional,
  id,
  className,
  options,
  placeholder,
  picture,
  ...rest
}: SelectProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} optional={optional}>
      <span className="relative block">
        <select
          id={fieldId}
          aria-describedby={describedBy(fieldId, { hint, error })}
          aria-invalid={error ? true : undefined}
          className={classNames(
            "control appearance-none pr-10",
            picture ? "pl-9.5" : "",
            className,
          )}
          {...rest}
        >
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        {picture ? (
          <span className="pointer-events-none absolute top-1/2 left-0 -translate-y-1/2">
            {picture}
          </span>
        ) : null}
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 size-4 in-data-properties:right-0 -translate-y-1/2 text-ink-muted"
        />
      </span>
    </Field>
  );
}
