import type { ItemKind } from "@/features/items/types";
import { ITEM_KINDS, isIn } from "@/features/requests/schema";

/** Adds an item after the item at `after`, by default at the end. */
export type AddIntent = { do: "add"; kind: ItemKind; after?: number; startsSection?: true };

export type DraftIntent =
  | { do: "save" | "send" }
  | AddIntent
  | { do: "up" | "down"; index: number }
  /** Removes consecutive items, by default one. */
  | { do: "remove"; index: number; count?: number }
  /** Moves consecutive items, by default one, to a position among the others. */
  | { do: "move"; index: number; count?: number; to: number };

const WHOLE = /^\d{1,4}$/;

/**
 * Parses the value of the pressed button: `send`, `add:file`, `add:file:2`, `section:file`, `up:2`,
 * `down:2`, `remove:2`, `remove:2:3` (three items), or `move:2:3:0` (three items to the start).
 * Returns `save` for any other value.
 */
export function readDraftIntent(value: unknown): DraftIntent {
  const [verb = "", argument = "", ...rest] = typeof value === "string" ? value.split(":") : [];
  if (verb === "send") return { do: "send" };
  if (verb === "add" && isIn(ITEM_KINDS, argument)) {
    const [place = ""] = rest;
    return { do: "add", kind: argument, ...(WHOLE.test(place) ? { after: Number(place) } : {}) };
  }
  if (verb === "section" && isIn(ITEM_KINDS, argument)) {
    return { do: "add", kind: argument, startsSection: true };
  }
  if (![argument, ...rest].every((number) => WHOLE.test(number))) return { do: "save" };
  const index = Number(argument);
  const [count, to] = rest.map(Number);
  if (verb === "up" || verb === "down") return { do: verb, index };
  if (verb === "remove") return { do: verb, index, ...(count === undefined ? {} : { count }) };
  if (verb === "move" && count !== undefined && to !== undefined) {
    return { do: verb, index, count, to };
  }
  return { do: "save" };
}

export const addedIndex = (
  items: readonly unknown[],
  { after = items.length - 1 }: { after?: number },
): number => Math.min(after + 1, items.length);

export function applyIntent<T>(
  items: readonly T[],
  intent: DraftIntent,
  blank: (intent: AddIntent, index: number) => T,
): T[] {
  const next = [...items];
  if (intent.do === "add") {
    const index = addedIndex(items, intent);
    next.splice(index, 0, blank(intent, index));
  } else if (intent.do === "remove") next.splice(intent.index, intent.count ?? 1);
  else if (intent.do === "move") {
    next.splice(intent.to, 0, ...next.splice(intent.index, intent.count ?? 1));
  }
  if (intent.do === "up" || intent.do === "down") {
    const other = intent.do === "up" ? intent.index - 1 : intent.index + 1;
    const [moved, neighbour] = [next[intent.index], next[other]];
    if (moved !== undefined && neighbour !== undefined) {
      next[intent.index] = neighbour;
      next[other] = moved;
    }
  }
  return next;
}

export function putBack<T>(items: readonly T[], entries: readonly T[], index: number): T[] {
  return [...items.slice(0, index), ...entries, ...items.slice(index)];
}
