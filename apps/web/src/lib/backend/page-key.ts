import { firstValue } from "@/lib/http/search-params";
import { isUuid } from "@/lib/uuid";

/** Identifies the last row of a page of a list: its sort value, and its id to break ties. */
export type PageKey = { key: string; id: string };

type Search = { [name in "after" | "id"]?: string | string[] | undefined };

export function parseBefore(search: {
  before?: string | string[] | undefined;
}): number | undefined {
  const before = Number(firstValue(search.before));
  return Number.isSafeInteger(before) && before > 0 ? before : undefined;
}

/** A day, or an instant in the format of the database. */
const PLACE = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-][\d:]+))?$/;

export function parsePageKey(search: Search): PageKey | undefined {
  const from = parseNameKey(search);
  return from && PLACE.test(from.key) && !Number.isNaN(Date.parse(from.key)) ? from : undefined;
}

/** Does the same as {@link parsePageKey} for a list ordered by name, which may be any text. */
export function parseNameKey(search: Search): PageKey | undefined {
  const key = firstValue(search.after);
  const id = firstValue(search.id);
  return key && isUuid(id) ? { key, id } : undefined;
}
