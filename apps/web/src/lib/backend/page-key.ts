import { firstValue } from "@/lib/http/search-params";
import { isUuid } from "@/lib/uuid";

/** Where a page of a list ended: its last row's place in the order, and its id among equals. */
export type PageKey = { key: string; id: string };

type Search = { [name in "after" | "id"]?: string | string[] | undefined };

/** The event before which a page of events ends, as its address says it with `before`. */
export function parseBefore(search: {
  before?: string | string[] | undefined;
}): number | undefined {
  const before = Number(firstValue(search.before));
  return Number.isSafeInteger(before) && before > 0 ? before : undefined;
}

/** A day, or a moment as the database writes it. */
const PLACE = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-][\d:]+))?$/;

/** Where a page of a list begins, as its address says it with `after` and `id`; else its beginning. */
export function parsePageKey(search: Search): PageKey | undefined {
  const from = parseNameKey(search);
  return from && PLACE.test(from.key) && !Number.isNaN(Date.parse(from.key)) ? from : undefined;
}

/** The same in a list that is ordered by names, which may be anything. */
export function parseNameKey(search: Search): PageKey | undefined {
  const key = firstValue(search.after);
  const id = firstValue(search.id);
  return key && isUuid(id) ? { key, id } : undefined;
}
