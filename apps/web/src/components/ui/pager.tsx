import type { UrlObject } from "node:url";
import Link from "next/link";
import { pager as texts } from "@/components/strings";
import { buttonClasses } from "@/components/ui/button";
import { COUNTED, type Extent } from "@/lib/backend/list-page";
import { formatNumber } from "@/lib/format/format";

function describe({ skipped, rows, total }: Extent): string {
  const of = total > COUNTED ? texts.moreThan(formatNumber(COUNTED)) : formatNumber(total);
  return texts.extent(formatNumber(skipped + 1), formatNumber(skipped + rows), of);
}

function Step({ href, label }: { href: UrlObject | null; label: string }) {
  const look = buttonClasses("secondary", "sm");
  return href ? (
    <Link href={href} className={look}>
      {label}
    </Link>
  ) : (
    <span aria-hidden className={`${look} text-ink-subtle`}>
      {label}
    </span>
  );
}

type Labels = { first: string; previous: string; next: string };

type PageKey = { key: string; id: string };

export function pageHrefs(
  page: { rows: readonly unknown[]; previous: PageKey | null; next: PageKey | null },
  {
    pathname,
    query,
    place,
  }: {
    pathname: string;
    query: Readonly<Record<string, string>>;
    place: object | undefined;
  },
) {
  const href = (name: "after" | "before", place: PageKey | null) =>
    place && { pathname, query: { ...query, [name]: place.key, id: place.id } };
  return {
    first: place && page.rows.length === 0 ? { pathname, query } : null,
    previous: href("before", page.previous),
    next: href("after", page.next),
  };
}

/** On a page after the end of the list, shows a link to the first page. */
export function Pager({
  extent,
  first,
  previous,
  next,
  labels = {
    first: texts.first,
    previous: texts.previous(extent?.pageSize ?? 0),
    next: texts.next(extent?.pageSize ?? 0),
  },
}: {
  /** If the total is unknown, omit `extent` and pass `labels`. */
  extent?: Extent | undefined;
  first: UrlObject | null;
  previous: UrlObject | null;
  next: UrlObject | null;
  labels?: Labels;
}) {
  if (!first && !previous && !next) return null;
  return (
    <nav
      aria-label={texts.label}
      data-print="hide"
      className="flex flex-wrap items-center justify-between gap-3 py-3"
    >
      {first ? (
        <Step href={first} label={labels.first} />
      ) : (
        <p className="text-xs text-ink-muted">{extent ? describe(extent) : null}</p>
      )}
      {previous || next ? (
        <p className="flex gap-2">
          <Step href={previous} label={labels.previous} />
          <Step href={next} label={labels.next} />
        </p>
      ) : null}
    </nav>
  );
}
