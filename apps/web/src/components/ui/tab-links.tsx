import Link from "next/link";
import type { ComponentProps } from "react";
import { classNames } from "@/lib/class-names";

export const TAB_BOX =
  "inline-flex min-h-11 w-full min-w-11 items-center rounded-md px-3 text-sm font-medium";

export type TabLink = {
  href: ComponentProps<typeof Link>["href"];
  label: string;
  isCurrent: boolean;
};

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
