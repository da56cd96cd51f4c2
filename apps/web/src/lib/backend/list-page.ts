import { type KeyTest, type PageKey, parsePageKey } from "@/lib/backend/page-key";

const PAGE_SIZE = 50;

/**
 * Maximum number of rows that a list counts. The database counts at most one row more, so that
 * counting a long list stays fast. The list then shows “more than 10,000”.
 */
export const COUNTED = 10_000;

/** The rows that a page of a list shows, such as `1–50 of 502`. */
export type Extent = { skipped: number; rows: number; total: number; pageSize: number };

/**
 * The position of a page in a list. The page starts after a row, or ends before a row if the user
 * went back.
 */
export type ListPlace = PageKey & { isBackward: boolean };

/** One page of a list. `previous` and `next` are the keys for the links to the other pages. */
export type ListPage<Row> = {
  rows: Row[];
  extent: Extent;
  /** The row before which the previous page ends. `null` on the first page. */
  previous: PageKey | null;
  /** The row after which the next page starts. `null` on the last page. */
  next: PageKey | null;
};

type Paged = { id: string; key: string; total: number; skipped: number };

/** Parses the position from the URL's parameters. Returns `undefined` for the first page. */
export function parseListPlace(
  search: Readonly<Record<string, string | string[] | undefined>>,
  isKey: KeyTest,
): ListPlace | undefined {
  const after = parsePageKey(search, isKey);
  if (after) return { ...after, isBackward: false };
  const before = parsePageKey({ after: search.before, id: search.id }, isKey);
  return before && { ...before, isBackward: true };
}

/** Returns the arguments of a list function for a position. */
export const placeArgs = (place: ListPlace | undefined, pageSize = PAGE_SIZE) => ({
  max_rows: pageSize,
  ...(place ? { page_key: place.key, page_id: place.id, backward: place.isBackward } : {}),
});

export function toListPage<Raw extends Paged, Row>(
  raw: readonly Raw[],
  toRow: (row: Raw) => Row,
  pageSize = PAGE_SIZE,
): ListPage<Row> {
  const [first, last] = [raw[0], raw.at(-1)];
  const extent: Extent = {
    skipped: first?.skipped ?? 0,
    rows: raw.length,
    total: first?.total ?? 0,
    pageSize,
  };
  const hasNext =
    extent.total > COUNTED ? raw.length === pageSize : extent.skipped + extent.rows < extent.total;
  return {
    rows: raw.map(toRow),
    extent,
    previous: first && extent.skipped > 0 ? { key: first.key, id: first.id } : null,
    next: last && hasNext ? { key: last.key, id: last.id } : null,
  };
}
