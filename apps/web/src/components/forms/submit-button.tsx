"use client";

import { LoaderCircle } from "lucide-react";
import { type ComponentPropsWithRef, type MouseEvent, useState } from "react";
import { useFormPending } from "@/components/forms/form-context";
import { type ButtonSize, type ButtonVariant, buttonClasses } from "@/components/ui/button";

type SubmitButtonProps = Omit<ComponentPropsWithRef<"button">, "type"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
};

/**
 * Sends the surrounding form. While it is being sent the pressed button shows that it works and
 * stays focusable; a second press does nothing.
 */
export function SubmitButton({
  variant,
  size,
  className,
  children,
  onClick,
  ...rest
}: SubmitButtonProps) {
  const isPending = useFormPending();
  const [wasPressed, setPressed] = useState(false);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    setPressed(true);
    onClick?.(event);
  };
  const isWorking = isPending && wasPressed;
  if (!isPending && wasPressed) queueMicrotask(() => setPressed(false));
  return (
    <button
      type="submit"
      aria-disabled={isPending || undefined}
      onClick={press}
      className={buttonClasses(variant, size, className)}
      {...rest}
    >
      {isWorking ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : null}
      {children}
    </button>
  );
}
