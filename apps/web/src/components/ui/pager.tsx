import type { UrlObject } from "node:url";
import Link from "next/link";
import { buttonClasses } from "@/components/ui/button";
import { LinkPending } from "@/components/ui/link-pending";
import { formatNumber } from "@/lib/format/format";

/** Lists count their rows up to this number. */
const COUNTED = 10_000;

/** Where a page of a list is: `1–50 of 502`. */
export type Extent = { skipped: number; rows: number; total: number; pageSize: number };

function describe({ skipped, rows, total }: Extent): string {
  const of = total > COUNTED ? `more than ${formatNumber(COUNTED)}` : formatNumber(total);
  return `${formatNumber(skipped + 1)}–${formatNumber(skipped + rows)} of ${of}`;
}

function Step({ href, label }: { href: UrlObject | null; label: string }) {
  const look = buttonClasses("secondary", "sm");
  return href ? (
    <Link href={href} className={look}>
      {label}
      <LinkPending />
    </Link>
  ) : (
    <span aria-hidden className={`${look} opacity-55`}>
      {label}
    </span>
  );
}

/** The end of a list: which rows it shows, and links to the pages before and after. */
export function Pager({
  extent,
  previous,
  next,
}: {
  extent: Extent;
  previous: UrlObject | null;
  next: UrlObject | null;
}) {
  if (extent.rows === 0) return null;
  return (
    <nav
      aria-label="Pages"
      data-print="hide"
      className="flex flex-wrap items-center justify-between gap-3 py-3"
    >
      <p className="text-xs text-ink-muted">{describe(extent)}</p>
      {previous || next ? (
        <p className="flex gap-2">
          <Step href={previous} label={`Previous ${extent.pageSize}`} />
          <Step href={next} label={`Next ${extent.pageSize}`} />
        </p>
      ) : null}
    </nav>
  );
}
