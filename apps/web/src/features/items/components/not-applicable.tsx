import type { ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { useFormField } from "@/lib/forms/form-context";

export function Applicable({
  as: Element = "div",
  children,
}: {
  as?: "div" | "span";
  children: ReactNode;
}) {
  return (
    <Element className="group-has-[[name=not\_applicable]:checked]/answer:hidden empty:hidden">
      {children}
    </Element>
  );
}

export function NotApplicable({ children }: { children: ReactNode }) {
  return (
    <span className="hidden group-has-[[name=not\_applicable]:checked]/answer:inline">
      {children}
    </span>
  );
}

type InapplicableProps = {
  label: string;
  hint: string | undefined;
  defaultChecked: boolean;
};

export function StaffNotApplicable({ hint, ...box }: InapplicableProps) {
  const { id } = useFormField("not_applicable");
  return (
    <Checkbox
      {...box}
      id={id}
      name="not_applicable"
      value="yes"
      hint={hint ? <NotApplicable>{hint}</NotApplicable> : undefined}
    />
  );
}

export function NotApplicableBox({ label, hint, defaultChecked }: InapplicableProps) {
  const { id } = useFormField("not_applicable");
  return (
    <>
      <label className="group/box relative gap-2.5 rounded-md has-focus-visible:outline-2 has-focus-visible:outline-focus">
        <input
          id={id}
          type="checkbox"
          name="not_applicable"
          value="yes"
          defaultChecked={defaultChecked}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="check not-checked:absolute not-checked:inset-0 not-checked:m-0 not-checked:size-full not-checked:opacity-0"
        />
        <span className="group-not-has-checked/box:text-firm group-not-has-checked/box:underline group-not-has-checked/box:decoration-1 group-not-has-checked/box:underline-offset-[0.18em]">
          {label}
        </span>
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="order-last basis-full text-sm text-ink-muted empty:hidden">
          <NotApplicable>{hint}</NotApplicable>
        </p>
      ) : null}
    </>
  );
}
