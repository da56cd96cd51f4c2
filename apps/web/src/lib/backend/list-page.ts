import { type KeyTest, type PageKey, parsePageKey } from "@/lib/backend/page-key";

const PAGE_SIZE = 50;

/**
 * The highest total that a list shows. The database counts at most one row more, so that counting
 * stays fast.
 */
export const COUNTED = 10_000;

export type Extent = { skipped: number; rows: number; total: number; pageSize: number };

export type ListPlace = PageKey & { isBackward: boolean };

export type ListPage<Row> = {
  rows: Row[];
  extent: Extent;
  previous: PageKey | null;
  next: PageKey | null;
};

type Paged = { id: string; key: string; total: number; skipped: number };

export function parseListPlace(
  search: Readonly<Record<string, string | string[] | undefined>>,
  isKey: KeyTest,
): ListPlace | undefined {
  const after = parsePageKey(search, isKey);
  if (after) return { ...after, isBackward: false };
  const before = parsePageKey({ after: search.before, id: search.id }, isKey);
  return before && { ...before, isBackward: true };
}

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
