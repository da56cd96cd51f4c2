import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ItemDefinition } from "@/features/items/types";
import { baseText, fingerprintOfDraft } from "@/features/requests/draft/clean";
import { takeStored } from "@/features/requests/draft/merge";
import type { DraftStart } from "@/features/requests/draft/storage";
import { BASE, readDraft } from "@/features/requests/schema";
import type { DraftInput, DraftMerge, DraftSaved, KeyedItem } from "@/features/requests/types";
import type { Adopted } from "@/lib/drafts/autosave";
import { isSameValue } from "@/lib/drafts/merge";
import { randomId } from "@/lib/ids/random-id";

/** `no` increases when a stored or merged value replaces the user's text. */
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

const fingerprintOfItem = (item: ItemDefinition) =>
  fingerprintOfDraft({
    title: "",
    message: "",
    dueOn: null,
    assigneeId: null,
    contactIds: [],
    items: [item],
  });

function pairItems(items: ItemDefinition[], others: readonly ItemDefinition[]) {
  const free = new Set(others);
  return items.map((item) => {
    const pair = [...free].find((other) =>
      item.id && other.id
        ? item.id === other.id
        : fingerprintOfItem(item) === fingerprintOfItem(other),
    );
    if (pair) free.delete(pair);
    return pair;
  });
}

/** A field with an open conflict keeps the value of the old base. */
function baseOf(draft: DraftInput, before: DraftInput | undefined, { conflicts }: DraftMerge) {
  if (conflicts.length === 0) return draft;
  return before && conflicts.reduce((base, { path }) => takeStored(base, before, path), draft);
}

/** A change by another user replaces only the fields that it affects. */
export function useDraftContent({
  form,
  draft,
  start,
}: {
  form: RefObject<HTMLFormElement | null>;
  draft: DraftInput;
  start: DraftStart;
}) {
  const [shown, setShown] = useState(() => showFirst(draft));
  const [items, setItems] = useState<KeyedItem[]>(() =>
    draft.items.map((item, index) => ({ key: item.id ?? `typed-${index}`, item })),
  );
  const latest = useRef({ version: start.version, base: start.base, items });
  latest.current.items = items;
  const keysOf = useRef(new WeakMap<FormData, string[]>());
  const focused = useRef<Element | null>(null);

  // A field loses the focus when its value is replaced or when it moves with its item.
  useLayoutEffect(() => {
    const element = focused.current;
    focused.current = null;
    if (!element || document.activeElement === element) return;
    const next = element.isConnected ? element : document.getElementById(element.id);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  });

  // Write the version and ids of the last save, because the page may not have rendered them yet.
  const stamp = useCallback((fields: FormData) => {
    fields.set("version", String(latest.current.version));
    fields.set(BASE, baseText(latest.current.base));
    for (const [index, { item }] of latest.current.items.entries()) {
      fields.set(`items.${index}.id`, item.id ?? "");
    }
    return fields;
  }, []);
  const read = useCallback(() => {
    if (!form.current) return null;
    const fields = stamp(new FormData(form.current));
    const keys = latest.current.items.map(({ key }) => key);
    keysOf.current.set(fields, keys);
    return fields;
  }, [form, stamp]);

  const identify = useCallback((fields: FormData, ids: readonly (string | undefined)[]) => {
    const keys = keysOf.current.get(fields) ?? [];
    const idOf = new Map(keys.map((key, index) => [key, ids[index]]));
    const withIds = (now: KeyedItem[]) =>
      now.map((entry) => ({
        ...entry,
        item: { ...entry.item, id: idOf.get(entry.key) ?? entry.item.id },
      }));
    latest.current.items = withIds(latest.current.items);
    setItems(withIds);
    const sent = readDraft(fields);
    return {
      ...sent,
      items: sent.items.map((item, index) => ({ ...item, id: ids[index] ?? item.id })),
    };
  }, []);

  const show = useCallback((next: DraftInput, typed: DraftInput) => {
    const entries = latest.current.items;
    const pairs = pairItems(next.items, typed.items);
    const listed = next.items.map((item, index) => {
      const pair = pairs[index];
      const entry = pair && entries[typed.items.indexOf(pair)];
      const isTyped = pair && entry && fingerprintOfItem(pair) === fingerprintOfItem(item);
      if (isTyped) return { ...entry, item: { ...entry.item, id: item.id } };
      return { key: randomId(), item };
    });
    latest.current.items = listed;
    focused.current = document.activeElement;
    // Render synchronously, so that the next save reads the new values.
    flushSync(() => {
      setShown((before) => showNext(before, next, typed));
      setItems(listed);
    });
  }, []);

  /** Keeps text that the user typed after the save started. */
  const adopt = useCallback(
    ({ version, itemIds, merge }: DraftSaved, fields: FormData): Adopted<DraftMerge> => {
      const { base } = latest.current;
      if (!merge) {
        latest.current.base = identify(fields, itemIds);
        latest.current.version = version;
        return { kind: "saved" };
      }
      const pairs = pairItems(readDraft(fields).items, merge.draft.items);
      const sent = identify(
        fields,
        pairs.map((item) => item?.id),
      );
      const now = read();
      const typed = now ? readDraft(now) : sent;
      if (fingerprintOfDraft(typed) !== fingerprintOfDraft(sent)) {
        latest.current.base = baseOf(sent, base, merge);
        return { kind: "again" };
      }
      show(merge.draft, typed);
      latest.current.base = baseOf(merge.stored, base, merge);
      if (merge.conflicts.length > 0) return { kind: "conflict", conflict: merge };
      latest.current.version = version;
      return { kind: "merged" };
    },
    [identify, read, show],
  );

  const decide = (merge: DraftMerge, path: string, choice: "mine" | "stored") => {
    const { base } = latest.current;
    if (base) latest.current.base = takeStored(base, merge.stored, path);
    const fields = read();
    if (choice === "mine" || !fields) return;
    const typed = readDraft(fields);
    show(takeStored(typed, merge.stored, path), typed);
  };

  const fieldOf = (path: string) => {
    const [, id, field = "title"] = /^items\.([^.]+)(?:\.(.+))?$/.exec(path) ?? [];
    const index = latest.current.items.findIndex(({ item }) => item.id === id);
    if (path === "dueOn") return "due_on";
    if (path === "assigneeId") return "assignee_id";
    return index < 0 ? (id || path === "order" ? "items" : path) : `items.${index}.${field}`;
  };

  const version = () => latest.current.version;
  const keysIn = (fields: FormData) => keysOf.current.get(fields) ?? [];
  return { items, setItems, shown, read, stamp, adopt, decide, fieldOf, keysIn, version };
}
