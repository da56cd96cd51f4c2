import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { describedBy, FIELD_HINT, FIELD_LABEL, FieldError } from "@/components/ui/field";
import { classNames } from "@/lib/style/class-names";

type CheckboxProps = Omit<ComponentPropsWithRef<"input">, "children" | "type"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  type?: "checkbox" | "radio";
};

export function Checkbox({ label, hint, error, id, type = "checkbox", ...rest }: CheckboxProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <div>
      <div className="flex min-h-11 items-start gap-3 py-2.5 in-data-[density=staff]:py-3 in-data-[density=staff]:pointer-fine:min-h-8 in-data-[density=staff]:pointer-fine:gap-2.5 in-data-[density=staff]:pointer-fine:py-1.5">
        <input
          id={fieldId}
          type={type}
          aria-describedby={describedBy(fieldId, { hint, error })}
          aria-invalid={error ? true : undefined}
          className="check"
          {...rest}
        />
        <div className="min-w-0">
          <label
            htmlFor={fieldId}
            className="-my-2.5 block py-2.5 pointer-coarse:-my-3 pointer-coarse:min-h-11 pointer-coarse:py-3"
          >
            {label}
          </label>
          {hint ? (
            <p id={`${fieldId}-hint`} className={classNames(FIELD_HINT, "text-ink-muted")}>
              {hint}
            </p>
          ) : null}
        </div>
      </div>
      {error ? <FieldError id={`${fieldId}-error`}>{error}</FieldError> : null}
    </div>
  );
}

export function ChoiceGroup({
  id,
  legend,
  hint,
  error,
  children,
}: {
  id: string;
  legend: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={describedBy(id, { hint, error })}
      className="flex flex-col gap-1"
    >
      <legend className={classNames("mb-1", FIELD_LABEL)}>{legend}</legend>
      {hint ? (
        <p id={`${id}-hint`} className={classNames(FIELD_HINT, "text-ink-muted")}>
          {hint}
        </p>
      ) : null}
      {children}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}
