"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useToast } from "@/components/ui/toast";
import { createRemovedItems, type UndoOffer } from "@/features/requests/draft/removed-items";
import { composer } from "@/features/requests/strings";
import type { KeyedItem } from "@/features/requests/types";

type Options = {
  list: RefObject<HTMLElement | null>;
  items: readonly KeyedItem[];
  onRemove: (index: number, count: number) => void;
  onPutBack: (entries: readonly KeyedItem[], index: number) => void;
};

function neighbour(list: HTMLElement | null, index: number): HTMLElement | null | undefined {
  const entry = list?.children[index] ?? list?.lastElementChild;
  if (entry instanceof HTMLElement) return entry;
  return list?.closest("form")?.querySelector<HTMLElement>('button[value^="add:"]');
}

function readForm(list: HTMLElement | null): FormData | null {
  const form = list?.closest("form");
  return form ? new FormData(form) : null;
}

export function useRemovedItems({ list, items, onRemove, onPutBack }: Options) {
  const show = useToast();
  const latest = useRef({ items, onRemove, onPutBack });
  latest.current = { items, onRemove, onPutBack };
  const [removedItems] = useState(() =>
    createRemovedItems({
      page: () => ({
        ...latest.current,
        readForm: () => readForm(list.current),
        focus: (index) => neighbour(list.current, index)?.focus(),
      }),
      offer: ({ undo, ...texts }: UndoOffer) =>
        show({ ...texts, action: { label: composer.undo, run: undo } }),
    }),
  );

  // Use a layout effect. A passive effect of an earlier render could run after the user has pressed
  // the button, and focus the removed item.
  useLayoutEffect(removedItems.moveFocus, [removedItems, items]);
  useEffect(() => removedItems.withdrawOffers, [removedItems]);
  return removedItems.remove;
}
