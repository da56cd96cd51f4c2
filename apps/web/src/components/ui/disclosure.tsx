import { ChevronDown, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";

/** A `details` element, so it works before scripts run. */
export function Disclosure({
  summary,
  icon: Icon,
  isOpen = false,
  isDangerous = false,
  children,
}: {
  summary: string;
  icon?: LucideIcon;
  isOpen?: boolean;
  /** True if it leads to something that cannot be undone, or that others notice. */
  isDangerous?: boolean;
  children: ReactNode;
}) {
  return (
    <details open={isOpen}>
      <summary
        className={classNames(
          "inline-flex min-h-8 list-none items-center gap-2 rounded-md text-sm font-medium hover:underline pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden",
          isDangerous ? "text-danger" : "text-accent",
        )}
      >
        {Icon ? <Icon aria-hidden className="size-4" /> : null}
        {summary}
        <ChevronDown
          aria-hidden
          className="size-4 transition-transform [details[open]>summary>&]:rotate-180"
        />
      </summary>
      <div className="pt-3 pb-2">{children}</div>
    </details>
  );
}
