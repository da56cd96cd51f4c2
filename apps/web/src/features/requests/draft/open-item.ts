import { useCallback, useState } from "react";
import type { KeyedItem } from "@/features/requests/types";

/** Returns the position of the first item with an error, or -1 if no item has an error. */
function firstWithError(names: readonly string[]): number {
  const numbers = names.flatMap((name) => {
    const [, no] = /^items\.(\d+)\./.exec(name) ?? [];
    return no === undefined ? [] : [Number(no)];
  });
  return numbers.length > 0 ? Math.min(...numbers) : -1;
}

/**
 * Returns the item that an editor opens first: the first item with an error, otherwise the first
 * item without a title, otherwise the first item.
 */
export function firstOpen(
  items: readonly KeyedItem[],
  errors: readonly string[],
): KeyedItem | undefined {
  return (
    items[firstWithError(errors)] ?? items.find(({ item }) => item.title.trim() === "") ?? items[0]
  );
}

export type OpenItem = {
  /** Position of the open item, or -1. */
  index: number;
  set: (entry: KeyedItem | undefined) => void;
};

/**
 * Returns the position of an editor's open item, and a function that opens another item. At most
 * one item is open. The open item stays open if it gets a new key, for example in a merge.
 */
export function useOpenItem(items: readonly KeyedItem[], errors: readonly string[]): OpenItem {
  const [open, setOpen] = useState(() => firstOpen(items, errors));
  const byKey = items.findIndex(({ key }) => key === open?.key);
  const id = open?.item.id;
  const byId = id === undefined ? -1 : items.findIndex(({ item }) => item.id === id);
  const set = useCallback((entry: KeyedItem | undefined) => setOpen(entry), []);
  return { index: byKey < 0 ? byId : byKey, set };
}
