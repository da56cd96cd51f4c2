import { shortJson } from "@/lib/drafts/short-json";

export type Merge<T, Field = keyof T & string> = { merged: T; conflicts: Field[] };

export const isSameValue = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other);

export const isBaseValue = (base: unknown, value: unknown) => shortJson(base) === shortJson(value);

/**
 * Merges two changed versions field by field. If both versions changed a field differently,
 * `merged` contains the value in `mine`, and `conflicts` contains the field. A field that is
 * missing in `base` counts as changed by both versions.
 * @param base the version that both users changed, as far as it is known. Long texts may be replaced
 * by digests, as in `shortJson`
 */
export function mergeFields<T extends object>(base: Partial<T>, mine: T, theirs: T): Merge<T> {
  const merged = { ...mine };
  const conflicts: (keyof T & string)[] = [];
  for (const field of Object.keys(theirs) as (keyof T & string)[]) {
    if (isSameValue(mine[field], theirs[field])) continue;
    const isBase = (value: unknown) => field in base && isBaseValue(base[field], value);
    if (isBase(mine[field])) merged[field] = theirs[field];
    else if (!isBase(theirs[field])) conflicts.push(field);
  }
  return { merged, conflicts };
}

/** Contains every element that either version added, and no element that either version removed. */
export function mergeSets<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): T[] {
  const kept = mine.filter((element) => theirs.includes(element) || !base.includes(element));
  const added = theirs.filter((element) => !base.includes(element) && !mine.includes(element));
  return [...kept, ...added];
}

/**
 * Inserts the entries of `from` for which `isAdded` returns true. Each entry is placed after its
 * nearest predecessor in `from` that is in the list, or else at the start.
 */
export function insertInOrder<T>(
  list: readonly T[],
  from: readonly T[],
  isAdded: (entry: T) => boolean,
  idOf: (entry: T) => unknown,
): T[] {
  const result = [...list];
  const placeOf = (id: unknown) => result.findIndex((each) => idOf(each) === id);
  for (const [index, entry] of from.entries()) {
    if (!isAdded(entry)) continue;
    const before = from.slice(0, index).findLast((each) => placeOf(idOf(each)) >= 0);
    result.splice(before === undefined ? 0 : placeOf(idOf(before)) + 1, 0, entry);
  }
  return result;
}
