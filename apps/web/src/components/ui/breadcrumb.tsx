import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { classNames } from "@/lib/class-names";

/** One step of the way back. */
export type Crumb = { href: Route; label: string };

/** The way back up: whole on wide screens, the nearest step on narrow ones. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav
      aria-label="Breadcrumb"
      data-print="hide"
      className="mb-3 text-sm pointer-coarse:-mt-3 pointer-coarse:mb-0"
    >
      <ol className="flex flex-wrap items-center gap-1 in-data-full-screen:pr-20">
        {crumbs.map((crumb, index) => (
          <li
            key={crumb.href}
            className={classNames(
              "min-w-0",
              index < crumbs.length - 1 ? "hidden items-center gap-1 sm:flex" : "flex",
            )}
          >
            <Link
              href={crumb.href}
              className="inline-flex min-h-8 pointer-coarse:min-h-11 min-w-0 items-center gap-1 rounded-sm text-ink-muted hover:text-ink hover:underline"
            >
              <ChevronLeft
                aria-hidden
                className={classNames("size-4 shrink-0", crumbs.length > 1 && "sm:hidden")}
              />
              <span className="min-w-0">{crumb.label}</span>
            </Link>
            {index < crumbs.length - 1 ? (
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-subtle" />
            ) : null}
          </li>
        ))}
      </ol>
    </nav>
  );
}
