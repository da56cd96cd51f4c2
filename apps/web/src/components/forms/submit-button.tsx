"use client";

import { LoaderCircle } from "lucide-react";
import { type ComponentPropsWithRef, useId } from "react";
import { type ButtonSize, type ButtonVariant, buttonClasses } from "@/components/ui/button";
import { useFormPending } from "@/lib/forms/form-context";

type SubmitButtonProps = Omit<ComponentPropsWithRef<"button">, "type"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
};

/** While the form is pending, the button remains focusable but ignores presses. */
export function SubmitButton({ variant, size, className, children, ...rest }: SubmitButtonProps) {
  const key = useId();
  const { isPending, pressedKey } = useFormPending();
  const isWorking = isPending && pressedKey === key;
  return (
    <button
      type="submit"
      data-submit-key={key}
      aria-disabled={isPending || undefined}
      className={buttonClasses(variant, size, className)}
      {...rest}
    >
      {isWorking ? <LoaderCircle aria-hidden className="size-4" /> : null}
      {children}
    </button>
  );
}
