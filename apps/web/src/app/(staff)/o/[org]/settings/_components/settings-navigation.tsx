"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { LinkStrip } from "@/components/ui/link-strip";
import { strings } from "@/features/orgs/strings";
import { classNames } from "@/lib/class-names";

const { sections, navigation } = strings.settings;

/** The sections of a firm's settings; the current one is marked. */
export function SettingsNavigation({ slug }: { slug: string }) {
  const pathname = usePathname();
  return (
    <nav aria-label={navigation} className="-mx-4 min-w-0 sm:-mx-3 lg:mx-0">
      <LinkStrip className="px-1 sm:px-0">
        <ul className="flex gap-1 lg:grow lg:flex-col">
          {Object.entries(sections).map(([path, label]) => {
            const href = `/o/${slug}/settings/${path}`;
            const isCurrent = pathname === href;
            return (
              <li key={path}>
                <Link
                  href={href as Route}
                  aria-current={isCurrent ? "page" : undefined}
                  className={classNames(
                    "flex min-h-11 items-center rounded-md px-3 text-sm font-medium whitespace-nowrap",
                    isCurrent ? "bg-sunken text-ink" : "text-ink-muted hover:text-ink",
                  )}
                >
                  {label}
                </Link>
              </li>
            );
          })}
        </ul>
      </LinkStrip>
    </nav>
  );
}
