import type { Extent } from "@/components/ui/pager";
import { type PageKey, parseNameKey } from "@/lib/backend/page-key";
import { firstValue } from "@/lib/http/search-params";

/** Number of rows of a page. */
const PAGE_SIZE = 50;

/** The database counts no further. */
const COUNTED = 10_000;

/** Where a page of a list starts: after a row, or before it when walking backward. */
export type ListPlace = PageKey & { isBackward: boolean };

/** One page of a list that can be walked in both directions. */
export type ListPage<Row> = {
  rows: Row[];
  extent: Extent;
  /** The row before which the previous page ends; `null` on the first page. */
  previous: PageKey | null;
  /** The row after which the next page starts; `null` on the last page. */
  next: PageKey | null;
};

type Paged = { id: string; key: string; total: number; skipped: number };

/** Reads the place from an address. Returns `undefined` for the first page. */
export function parseListPlace(
  search: Readonly<Record<string, string | string[] | undefined>>,
): ListPlace | undefined {
  const after = parseNameKey(search);
  if (after) return { ...after, isBackward: false };
  const before = parseNameKey({ after: search.before, id: search.id });
  return before && firstValue(search.before) ? { ...before, isBackward: true } : undefined;
}

/** Returns the arguments of a list function for a place. */
export const placeArgs = (place: ListPlace | undefined) => ({
  max_rows: PAGE_SIZE,
  ...(place ? { page_key: place.key, page_id: place.id, backward: place.isBackward } : {}),
});

/** Turns the rows of a list function into a page. */
export function toListPage<Raw extends Paged, Row>(
  raw: readonly Raw[],
  toRow: (row: Raw) => Row,
): ListPage<Row> {
  const [first, last] = [raw[0], raw.at(-1)];
  const extent: Extent = {
    skipped: first?.skipped ?? 0,
    rows: raw.length,
    total: first?.total ?? 0,
    pageSize: PAGE_SIZE,
  };
  const hasNext =
    extent.total > COUNTED ? raw.length === PAGE_SIZE : extent.skipped + extent.rows < extent.total;
  return {
    rows: raw.map(toRow),
    extent,
    previous: first && extent.skipped > 0 ? { key: first.key, id: first.id } : null,
    next: last && hasNext ? { key: last.key, id: last.id } : null,
  };
}
