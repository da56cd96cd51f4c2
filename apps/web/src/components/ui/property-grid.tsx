import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

export function PropertyGrid({ children }: { children: ReactNode }) {
  return (
    <div
      data-properties
      className="grid gap-px overflow-hidden rounded-box border border-line bg-line sm:grid-cols-2"
    >
      {children}
    </div>
  );
}

/** Pass `label` only if the content is a plain value. A form field has its own label. */
export function Property({
  label,
  isWide = false,
  children,
}: {
  label?: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        "flex min-w-0 flex-col gap-1.5 bg-surface px-3 py-2.5",
        isWide && "sm:col-span-2",
      )}
    >
      {label ? <p className="text-2xs font-semibold text-ink-subtle">{label}</p> : null}
      {children}
    </div>
  );
}
