import Link from "next/link";
import type { ComponentProps } from "react";
import { LinkPending } from "@/components/ui/link-pending";
import { classNames } from "@/lib/class-names";
import { formatNumber } from "@/lib/format/format";

export const TAB_BOX =
  "relative inline-flex min-h-11 items-center justify-center gap-2 pointer-coarse:min-w-11 text-sm font-medium whitespace-nowrap";

/** A line under the current tab, on top of the line under all tabs. */
const CURRENT =
  "font-semibold text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-t-xs after:bg-accent forced-colors:after:bg-[Highlight]";

/** On screens of 1,024 px or more, the links are in a column. */
const COLUMN =
  "lg:min-h-8 lg:w-full lg:justify-start lg:rounded-md lg:px-2.5 lg:pointer-coarse:min-h-11 lg:after:hidden";

export type TabLink = {
  href: ComponentProps<typeof Link>["href"];
  label: string;
  isCurrent: boolean;
  /** The number next to the label, and the words that screen readers read before it. */
  count?: { value: number; name: string } | undefined;
};

export function TabLinks({
  links,
  isColumn = false,
  className,
}: {
  links: readonly TabLink[];
  /** True to show a column instead of a row from 1,024 px. */
  isColumn?: boolean;
  className?: string;
}) {
  return (
    <ul className={classNames("flex gap-5", isColumn && "lg:flex-col lg:gap-0.5", className)}>
      {links.map(({ href, label, isCurrent, count }) => (
        <li key={label}>
          <Link
            href={href}
            aria-current={isCurrent ? "page" : undefined}
            className={classNames(
              TAB_BOX,
              isColumn && COLUMN,
              isCurrent ? CURRENT : "text-ink-muted hover:text-ink",
              isColumn && (isCurrent ? "lg:bg-hover" : "lg:hover:bg-hover"),
            )}
          >
            {label}
            {count ? (
              <span
                className={classNames(
                  "min-w-5 rounded-full px-1.5 text-center text-2xs/5 font-semibold",
                  isCurrent ? "bg-accent-soft text-accent" : "bg-hover text-ink-muted",
                )}
              >
                <span className="sr-only">, {count.name}: </span>
                {formatNumber(count.value)}
              </span>
            ) : null}
            <LinkPending />
          </Link>
        </li>
      ))}
    </ul>
  );
}
