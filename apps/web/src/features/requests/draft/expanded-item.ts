import { useCallback, useState } from "react";
import type { KeyedItem } from "@/features/requests/types";

function firstWithError(names: readonly string[]): number {
  const numbers = names.flatMap((name) => {
    const [, no] = /^items\.(\d+)\./.exec(name) ?? [];
    return no === undefined ? [] : [Number(no)];
  });
  return numbers.length > 0 ? Math.min(...numbers) : -1;
}

export function firstExpanded(
  items: readonly KeyedItem[],
  errors: readonly string[],
): KeyedItem | undefined {
  return (
    items[firstWithError(errors)] ?? items.find(({ item }) => item.title.trim() === "") ?? items[0]
  );
}

export type ExpandedItem = {
  index: number;
  set: (entry: KeyedItem | undefined) => void;
};

/** The open item stays open if it gets a new key, for example in a merge. */
export function useExpandedItem(
  items: readonly KeyedItem[],
  errors: readonly string[],
): ExpandedItem {
  const [open, setOpen] = useState(() => firstExpanded(items, errors));
  const byKey = items.findIndex(({ key }) => key === open?.key);
  const id = open?.item.id;
  const byId = id === undefined ? -1 : items.findIndex(({ item }) => item.id === id);
  const set = useCallback((entry: KeyedItem | undefined) => setOpen(entry), []);
  return { index: byKey < 0 ? byId : byKey, set };
}
