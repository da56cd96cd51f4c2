import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { createDraftContent } from "@/features/requests/draft/draft-content";
import type { DraftStart } from "@/features/requests/draft/storage";
import type { DraftInput, KeyedItem } from "@/features/requests/types";
import { isSameValue } from "@/lib/drafts/merge";

/** `no` counts how often a stored or merged value has replaced the user's text. */
type Shown<T> = { value: T; no: number };
const NAMES = ["title", "message", "dueOn", "assigneeId", "contactIds"] as const;

export type ShownFields = { [K in (typeof NAMES)[number]]: Shown<DraftInput[K]> };

function showFirst({ title, message, dueOn, assigneeId, contactIds }: DraftInput): ShownFields {
  return {
    title: { value: title, no: 0 },
    message: { value: message, no: 0 },
    dueOn: { value: dueOn, no: 0 },
    assigneeId: { value: assigneeId, no: 0 },
    contactIds: { value: contactIds, no: 0 },
  };
}

function showNext(shown: ShownFields, next: DraftInput, typed: DraftInput): ShownFields {
  const replaced = NAMES.filter((name) => !isSameField(name, next, typed)).map((name) => [
    name,
    { value: next[name], no: shown[name].no + 1 },
  ]);
  return { ...shown, ...Object.fromEntries(replaced) };
}

const isSameField = (name: (typeof NAMES)[number], one: DraftInput, other: DraftInput) =>
  isSameValue(sorted(one[name]), sorted(other[name]));
const sorted = (value: string | string[] | null) =>
  Array.isArray(value) ? value.toSorted() : (value?.trim() ?? null);

type Options = { form: RefObject<HTMLFormElement | null>; draft: DraftInput; start: DraftStart };

export function useDraftContent({ form, draft, start }: Options) {
  const [shown, setShown] = useState(() => showFirst(draft));
  const [items, setItems] = useState<KeyedItem[]>(() =>
    draft.items.map((item, index) => ({ key: item.id ?? `typed-${index}`, item })),
  );
  const focused = useRef<Element | null>(null);
  const [content] = useState(() =>
    createDraftContent({
      start,
      items,
      readForm: () => form.current && new FormData(form.current),
      onIdentify: setItems,
      onReplace: ({ next, typed, items: listed }) => {
        focused.current = document.activeElement;
        flushSync(() => {
          setShown((before) => showNext(before, next, typed));
          setItems(listed);
        });
      },
    }),
  );
  content.follow(items);

  // A field loses the focus when its value is replaced or when it moves with its item.
  useLayoutEffect(() => {
    const element = focused.current;
    focused.current = null;
    if (!element || document.activeElement === element) return;
    const next = element.isConnected ? element : document.getElementById(element.id);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  });

  return { ...content, items, setItems, shown };
}
