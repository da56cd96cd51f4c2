import type { UrlObject } from "node:url";
import { Search } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";

/** A plain GET form, so the URL contains the query. Filters are next to it. */
export function SearchForm({
  label,
  placeholder,
  button,
  query,
  within = {},
  clear,
  children,
}: {
  label: string;
  /** Names what is searched. */
  placeholder: string;
  button: string;
  query: string | undefined;
  /** The filters that are set. The form sends them with the query. */
  within?: Readonly<Record<string, string>>;
  clear: { href: Route | UrlObject; label: string };
  children?: ReactNode;
}) {
  return (
    <div
      data-print="hide"
      className="bleed -mt-5 flex flex-wrap items-center gap-2 px-(--gutter) py-3"
    >
      <search className="max-md:w-full">
        <form className="flex gap-2" method="get">
          <label className="relative min-w-0 grow md:w-80">
            <span className="sr-only">{label}</span>
            <Search
              aria-hidden
              strokeWidth={1.75}
              className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-subtle"
            />
            <input
              type="search"
              name="q"
              defaultValue={query}
              placeholder={placeholder}
              maxLength={80}
              className="control pl-9"
            />
          </label>
          {Object.entries(within).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className={buttonClasses("secondary")}>
            {button}
          </button>
        </form>
      </search>
      {children}
      {query ? (
        <Link
          href={clear.href}
          className="link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
        >
          {clear.label}
        </Link>
      ) : null}
    </div>
  );
}
