import Link from "next/link";
import type { ComponentProps } from "react";
import { formatNumber } from "@/lib/format/format";
import { classNames } from "@/lib/style/class-names";

export const TAB_BOX =
  "relative inline-flex min-h-11 items-center justify-center gap-2 pointer-coarse:min-w-11 text-sm font-medium whitespace-nowrap";

const CURRENT =
  "font-semibold text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-t-xs after:bg-accent forced-colors:after:bg-[Highlight]";

const COLUMN =
  "side:min-h-8 side:w-full side:justify-start side:rounded-md side:px-2.5 side:pointer-coarse:min-h-11 side:after:hidden";

export type TabLink = {
  href: ComponentProps<typeof Link>["href"];
  label: string;
  isCurrent: boolean;
  count?: { value: number; name: string } | undefined;
  isDanger?: boolean | undefined;
};

export function TabLinks({
  links,
  isColumn = false,
  className,
}: {
  links: readonly TabLink[];
  isColumn?: boolean;
  className?: string;
}) {
  return (
    <ul className={classNames("flex gap-5", isColumn && "side:flex-col side:gap-0.5", className)}>
      {links.map(({ href, label, isCurrent, count, isDanger }) => (
        <li key={label} className={isDanger && isColumn ? "side:mt-3" : undefined}>
          <Link
            href={href}
            aria-current={isCurrent ? "page" : undefined}
            className={classNames(
              TAB_BOX,
              isColumn && COLUMN,
              isCurrent ? CURRENT : !isDanger && "text-ink-muted hover:text-ink",
              isDanger && "text-danger!",
              isColumn && (isCurrent ? "side:bg-hover" : "side:hover:bg-hover"),
            )}
          >
            {label}
            {count?.value ? (
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
          </Link>
        </li>
      ))}
    </ul>
  );
}
