"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { UNDO_MS, useToast } from "@/components/ui/toast";
import { type CardHead, cardName } from "@/features/requests/draft/cards";
import { isFull, readItem } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import type { KeyedItem } from "@/features/requests/types";

function asTyped(list: HTMLElement | null, { key, item }: KeyedItem, index: number): KeyedItem {
  const form = list?.closest("form");
  const typed = form ? readItem(new FormData(form), `items.${index}.`) : null;
  return { key, item: { ...(typed ?? item), id: item.id } };
}

function neighbour(list: HTMLElement | null, index: number): HTMLElement | null | undefined {
  const entry = list?.children[index] ?? list?.lastElementChild;
  if (entry instanceof HTMLElement) return entry;
  return list?.closest("form")?.querySelector<HTMLElement>('button[value^="add:"]');
}

export function useRemovedItems({
  list,
  items,
  onRemove,
  onPutBack,
}: {
  list: RefObject<HTMLElement | null>;
  items: readonly KeyedItem[];
  onRemove: (index: number, count: number) => void;
  onPutBack: (entries: readonly KeyedItem[], index: number) => void;
}): (index: number, section?: Pick<CardHead, "section" | "count">) => void {
  const show = useToast();
  const focusAt = useRef<number>(undefined);
  const offers = useRef(new Set<() => void>());
  const latest = useRef({ items, onPutBack });
  latest.current = { items, onPutBack };

  // Use a layout effect. A passive effect of an earlier render could still run after the press, and
  // focus the removed item.
  useLayoutEffect(() => {
    if (focusAt.current === undefined) return;
    const index = Math.min(focusAt.current, items.length);
    focusAt.current = undefined;
    neighbour(list.current, index)?.focus();
  }, [list, items]);

  // Close the toast when the user leaves the page, because no other page can restore the item.
  useEffect(() => {
    const open = offers.current;
    return () => {
      for (const takeAway of open) takeAway();
    };
  }, []);

  const offer = (
    title: string,
    entries: readonly KeyedItem[],
    index: number,
    description?: string,
  ) => {
    const takeAway = show({
      title,
      ...(description ? { description } : {}),
      timeout: UNDO_MS,
      action: {
        label: composer.undo,
        run: () => {
          offers.current.delete(takeAway);
          if (isFull([...latest.current.items, ...entries.slice(1)])) {
            neighbour(list.current, index)?.focus();
            return offer(title, entries, index, composer.full);
          }
          focusAt.current = index;
          latest.current.onPutBack(entries, index);
        },
      },
    });
    offers.current.add(takeAway);
  };

  return (index, section) => {
    const removed = items.slice(index, index + (section?.count ?? 1));
    const [first] = removed;
    if (!first) return;
    const entries = removed.map((entry, no) => asTyped(list.current, entry, index + no));
    focusAt.current = index;
    onRemove(index, removed.length);
    const title = section
      ? composer.removedSection(cardName(section), removed.length)
      : composer.removed(entries[0]?.item.title ?? "", index + 1);
    offer(title, entries, index);
  };
}
