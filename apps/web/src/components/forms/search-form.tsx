import type { UrlObject } from "node:url";
import { Search } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";

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
  placeholder: string;
  button: string;
  query: string | undefined;
  within?: Readonly<Record<string, string>>;
  /**
   * The link that clears the search. Omit `clear` if the page shows this link in place of the list.
   */
  clear?: { href: Route | UrlObject; label: string } | undefined;
  children?: ReactNode;
}) {
  return (
    <div
      data-print="hide"
      className="bleed -mt-5 flex flex-wrap items-center gap-2 px-(--gutter) py-3"
    >
      <search className="max-md:w-full md:max-w-80 md:min-w-0 md:grow md:basis-60">
        <form className="flex gap-2" method="get">
          <label className="relative min-w-0 grow">
            <span className="sr-only">{label}</span>
            <Search
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-subtle"
            />
            <input
              type="search"
              name="q"
              defaultValue={query}
              placeholder={placeholder}
              maxLength={80}
              enterKeyHint="search"
              className="peer control pl-9"
            />
            <kbd
              aria-hidden
              className="pointer-events-none absolute top-1/2 right-2.5 hidden -translate-y-1/2 md:peer-placeholder-shown:pointer-fine:block peer-focus:!hidden [@media(scripting:none)]:!hidden"
            >
              /
            </kbd>
          </label>
          {Object.entries(within).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {/* With scripts, Enter sends the form, so the button is hidden. */}
          <span className="hidden [@media(scripting:none)]:block">
            <button type="submit" className={buttonClasses("secondary")}>
              {button}
            </button>
          </span>
        </form>
      </search>
      {children}
      {query && clear ? (
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
