import type { Route } from "next";
import Link from "next/link";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { classNames } from "@/lib/class-names";

/** Use one `primary` button per view. */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
/** `md` is 44 px high, `sm` is 36 px for dense rows. On touch screens both are 44 px. */
export type ButtonSize = "md" | "sm";

// Forced colors remove backgrounds, so only the border still shows a button.
const BASE =
  "forced-colors:border inline-flex items-center justify-center gap-2 rounded-md font-medium text-center wrap-break-word select-none transition-colors [&>svg]:shrink-0 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent enabled:hover:bg-accent-strong [a]:hover:bg-accent-strong",
  secondary:
    "border border-line-strong bg-surface text-ink enabled:hover:bg-sunken [a]:hover:bg-sunken",
  quiet: "text-accent enabled:hover:bg-sunken [a]:hover:bg-sunken",
  danger: "bg-danger text-on-danger enabled:hover:opacity-90",
};

const SIZES: Record<ButtonSize, string> = {
  md: "min-h-11 px-4 py-2 text-base",
  sm: "min-h-9 pointer-coarse:min-h-11 px-3 py-1.5 text-sm",
};

export function buttonClasses(
  variant: ButtonVariant = "primary",
  size: ButtonSize = "md",
  className?: string,
): string {
  return classNames(BASE, VARIANTS[variant], SIZES[size], className);
}

type ButtonProps = ComponentPropsWithRef<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
};

export function ButtonSkeleton({
  children,
  variant = "primary",
  size = "md",
  hasIcon = false,
  className,
}: Pick<ButtonProps, "variant" | "size" | "className"> & {
  children: string;
  hasIcon?: boolean;
}) {
  return (
    <span
      aria-hidden
      className={classNames(
        BASE,
        SIZES[size],
        variant === "secondary" && "border border-transparent",
        "animate-skeleton bg-sunken text-transparent",
        className,
      )}
    >
      {hasIcon ? <span className="size-4" /> : null}
      <span data-text={children} className="before:content-[attr(data-text)]" />
    </span>
  );
}

export function Button({ variant, size, className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={buttonClasses(variant, size, className)} {...rest} />;
}

type ButtonLinkProps<T extends string> = {
  href: Route<T>;
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  prefetch?: boolean;
};

export function ButtonLink<T extends string>({
  variant,
  size,
  className,
  children,
  ...rest
}: ButtonLinkProps<T>) {
  return (
    <Link className={buttonClasses(variant, size, className)} {...rest}>
      {children}
    </Link>
  );
}
