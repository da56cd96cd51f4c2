import Link from "next/link";
import type { ComponentProps } from "react";
import { classNames } from "@/lib/class-names";

/** Classes of each link, also of the gray placeholders. */
export const TAB_BOX =
  "inline-flex min-h-11 w-full items-center rounded-md px-3 text-sm font-medium";

/** A link to one of several pages, of which one is shown. */
export type TabLink = {
  href: ComponentProps<typeof Link>["href"];
  label: string;
  isCurrent: boolean;
};

/** Links between sibling pages. The current one is marked. */
export function TabLinks({ links, className }: { links: readonly TabLink[]; className?: string }) {
  return (
    <ul className={classNames("flex gap-1", className)}>
      {links.map(({ href, label, isCurrent }) => (
        <li key={label}>
          <Link
            href={href}
            aria-current={isCurrent ? "page" : undefined}
            className={classNames(
              TAB_BOX,
              "whitespace-nowrap",
              isCurrent ? "bg-sunken text-ink" : "text-ink-muted hover:text-ink",
            )}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
