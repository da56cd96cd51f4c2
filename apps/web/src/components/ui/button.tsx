import type { Route } from "next";
import Link from "next/link";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

/** Use one `primary` button per view. */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
/**
 * `md` is as high as a field: 32 px on staff pages, 48 px elsewhere. `sm` is 28 px on staff pages,
 * 44 px on pages for contacts, and 36 px elsewhere. On touch screens, both sizes are at least 44 px
 * high.
 */
export type ButtonSize = "md" | "sm";

// Forced colors remove backgrounds, so only a border shows the shape of a button.
const BASE =
  "print:hidden forced-colors:border inline-flex items-center justify-center gap-(--control-gap) font-semibold text-center wrap-break-word select-none fades [&>svg]:shrink-0 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55";

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    "bg-primary text-on-primary shadow-button enabled:hover:bg-primary-hover [a]:hover:bg-primary-hover",
  secondary:
    "border border-line-control bg-surface text-ink shadow-button enabled:hover:bg-hover [a]:hover:bg-hover",
  quiet:
    "text-ink-muted enabled:hover:bg-hover enabled:hover:text-ink [a]:hover:bg-hover [a]:hover:text-ink",
  danger: "bg-danger-fill text-on-danger enabled:hover:opacity-90",
};

const SIZES: Record<ButtonSize, string> = {
  md: "min-h-(--control) rounded-(--control-radius) px-(--control-inset) py-1 text-(length:--button-text)",
  sm: "min-h-(--control-sm) pointer-coarse:min-h-11 pointer-coarse:min-w-11 rounded-(--control-sm-radius) px-2.5 py-0.5 text-(length:--control-sm-text)",
};

/**
 * Makes phones show only the icon of a button. Give the button's text the class `max-sm:sr-only`.
 */
export const ICON_ON_PHONE = "max-sm:w-(--control) max-sm:px-0 sm:[--tip:none]";
export const ICON_ON_PHONE_SKELETON = `${ICON_ON_PHONE} max-sm:*:last:hidden`;

export const CONTACT_BUTTON = "w-full sm:w-auto sm:min-w-56 sm:self-start";

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
        "animate-skeleton bg-hover text-transparent transition-none!",
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
  title?: string;
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
