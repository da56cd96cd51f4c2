import { ChevronDown, Ellipsis, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/lib/style/class-names";
import { MORE_BUTTON } from "@/lib/style/menu";

const LINE =
  "inline-flex min-h-8 items-center gap-2 rounded-md text-xs font-medium text-ink-muted hover:text-ink hover:underline pointer-coarse:min-h-11";

export function Disclosure({
  summary,
  label,
  icon: Icon,
  isOpen = false,
  isButton = false,
  isMore = false,
  summaryClassName,
  children,
}: {
  summary: string;
  /**
   * The accessible name. Set it if the summary is unclear without its context. Start it with the
   * text of the summary.
   */
  label?: string;
  icon?: LucideIcon;
  isOpen?: boolean;
  isButton?: boolean;
  /** True to show the button “…”. The summary is then its label and its tooltip. */
  isMore?: boolean;
  summaryClassName?: string;
  children: ReactNode;
}) {
  return (
    <details open={isOpen}>
      <summary
        aria-label={isMore ? summary : label}
        title={isMore ? summary : undefined}
        className={classNames(
          "list-none [&::-webkit-details-marker]:hidden",
          isMore
            ? buttonClasses("quiet", "md", MORE_BUTTON)
            : isButton
              ? buttonClasses("secondary")
              : LINE,
          summaryClassName,
        )}
      >
        {Icon ? <Icon aria-hidden className="size-4" /> : null}
        {isMore ? <Ellipsis aria-hidden className="size-4" /> : summary}
        {isButton || isMore || Icon ? null : (
          <ChevronDown
            aria-hidden
            className="size-4 transition-transform [details[open]>summary>&]:rotate-180"
          />
        )}
      </summary>
      <div className="pt-3 pb-2">{children}</div>
    </details>
  );
}
