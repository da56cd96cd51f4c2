import type { UrlObject } from "node:url";
import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { SearchField } from "@/components/forms/search-field";
import { search as texts } from "@/components/strings";
import { buttonClasses } from "@/components/ui/button";
import { COUNTED } from "@/lib/backend/list-page";
import { formatNumber } from "@/lib/format/format";

function describe(matches: number): string {
  return matches > COUNTED
    ? texts.moreThan(formatNumber(COUNTED))
    : texts.matches(formatNumber(matches));
}

export function SearchForm({
  action,
  label,
  placeholder,
  button,
  query,
  matches,
  within = {},
  clear,
  children,
}: {
  /** The path of the list. */
  action: string;
  label: string;
  placeholder: string;
  button: string;
  query: string | undefined;
  matches: number;
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
        <SearchField action={action} label={label} placeholder={placeholder} query={query}>
          {Object.entries(within).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {/* With scripts, Enter sends the form, so the button is hidden. */}
          <span className="hidden [@media(scripting:none)]:block">
            <button type="submit" className={buttonClasses("secondary")}>
              {button}
            </button>
          </span>
        </SearchField>
        <p role="status" className="sr-only">
          {query ? describe(matches) : null}
        </p>
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
