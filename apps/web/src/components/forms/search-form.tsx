import type { UrlObject } from "node:url";
import { Search } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";

/** A plain GET form, so the URL contains the query. */
export function SearchForm({
  label,
  button,
  query,
  isFiltered = false,
  within = {},
  clear,
  children,
}: {
  label: string;
  button: string;
  query: string | undefined;
  /** True if the page has another active filter. */
  isFiltered?: boolean;
  /** Names the list to search on a page with several lists. The form sends it with the query. */
  within?: Readonly<Record<string, string>>;
  clear: { href: Route | UrlObject; label: string };
  children?: ReactNode;
}) {
  return (
    <search>
      <form className="mb-4 flex flex-wrap items-end gap-3" method="get">
        <label className="relative min-w-0 grow basis-64">
          <span className="sr-only">{label}</span>
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-subtle"
          />
          <input
            type="search"
            name="q"
            defaultValue={query}
            placeholder={label}
            className="control pl-9"
          />
        </label>
        {Object.entries(within).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <button type="submit" className={buttonClasses("secondary", "md", "max-sm:grow")}>
          {button}
        </button>
        {query || isFiltered ? (
          <Link href={clear.href} className="link inline-flex min-h-11 items-center">
            {clear.label}
          </Link>
        ) : null}
      </form>
    </search>
  );
}
