import { isCalendarDate } from "@/lib/format/format";
import { firstValue } from "@/lib/http/search-params";
import { isUuid } from "@/lib/ids/uuid";

/**
 * The row after which the next page of a list starts, or before which the previous page ends. `key`
 * is the row's sort value, and `id` orders rows with equal keys.
 */
export type PageKey = { key: string; id: string };

export type KeyTest = (key: string) => boolean;

type Search = { [name in "after" | "id"]?: string | string[] | undefined };

const MAX_NAME_CHARACTERS = 1_000;

export function parseEventId(value: string | string[] | undefined): number | undefined {
  const id = Number(firstValue(value));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export const isNameKey: KeyTest = (key) => key.length <= MAX_NAME_CHARACTERS;

/** PostgreSQL has no year 0. */
export const isDayKey: KeyTest = (key) => isCalendarDate(key) && !key.startsWith("0000");

/** Accepts an instant, as the database writes it: `2026-11-28T09:05:00.123456Z`. */
export const isInstantKey: KeyTest = (key) => {
  const [, day, second] = /^(.{10})T(\d\d:\d\d:\d\d)\.\d{6}Z$/.exec(key) ?? [];
  return day !== undefined && isDayKey(day) && /^([01]\d|2[0-3])(:[0-5]\d){2}$/.test(second ?? "");
};

export function parsePageKey(search: Search, isKey: KeyTest): PageKey | undefined {
  const key = firstValue(search.after);
  const id = firstValue(search.id);
  return key && isUuid(id) && isKey(key) ? { key, id } : undefined;
}
