import type { ItemDefinition } from "@/features/items/types";
import { baseText, fingerprintOfDraft } from "@/features/requests/draft/clean";
import { takeStored } from "@/features/requests/draft/merge";
import type { DraftStart } from "@/features/requests/draft/storage";
import { BASE, readDraft } from "@/features/requests/schema";
import type { DraftInput, DraftMerge, DraftSaved, KeyedItem } from "@/features/requests/types";
import type { Adopted } from "@/lib/drafts/autosave";
import { randomId } from "@/lib/ids/random-id";

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

/**
 * Returns the base of the next merge. A field with an open conflict keeps the value of the old
 * base.
 */
function baseOf(draft: DraftInput, before: DraftInput | undefined, { conflicts }: DraftMerge) {
  if (conflicts.length === 0) return draft;
  return before && conflicts.reduce((base, { path }) => takeStored(base, before, path), draft);
}

type Page = {
  start: Pick<DraftStart, "version" | "base">;
  items: KeyedItem[];
  /** Returns null if React has removed the form. */
  readForm: () => FormData | null;
  onIdentify: (withIds: (items: KeyedItem[]) => KeyedItem[]) => void;
  /** Shows the new values. Must render synchronously, so that the next save reads these values. */
  onReplace: (change: { next: DraftInput; typed: DraftInput; items: KeyedItem[] }) => void;
};

/** A change by another user replaces only the fields that it affects. */
export function createDraftContent({ start, items: first, readForm, onIdentify, onReplace }: Page) {
  let { version, base } = start;
  let items = first;
  const keysOf = new WeakMap<FormData, string[]>();
  const keysIn = (fields: FormData) => keysOf.get(fields) ?? [];

  // Write the version and ids of the last save, because the page may not have rendered them yet.
  const stamp = (fields: FormData) => {
    fields.set("version", String(version));
    fields.set(BASE, baseText(base));
    for (const [index, { item }] of items.entries()) {
      fields.set(`items.${index}.id`, item.id ?? "");
    }
    return fields;
  };
  const read = () => {
    const form = readForm();
    if (!form) return null;
    const fields = stamp(form);
    const keys = items.map(({ key }) => key);
    keysOf.set(fields, keys);
    return fields;
  };

  const identify = (fields: FormData, ids: readonly (string | undefined)[]) => {
    const idOf = new Map(keysIn(fields).map((key, index) => [key, ids[index]]));
    const withIds = (now: KeyedItem[]) =>
      now.map((entry) => ({
        ...entry,
        item: { ...entry.item, id: idOf.get(entry.key) ?? entry.item.id },
      }));
    items = withIds(items);
    onIdentify(withIds);
    const sent = readDraft(fields);
    return {
      ...sent,
      items: sent.items.map((item, index) => ({ ...item, id: ids[index] ?? item.id })),
    };
  };

  const show = (next: DraftInput, typed: DraftInput) => {
    const entries = items;
    const pairs = pairItems(next.items, typed.items);
    items = next.items.map((item, index) => {
      const pair = pairs[index];
      const entry = pair && entries[typed.items.indexOf(pair)];
      const isTyped = pair && entry && fingerprintOfItem(pair) === fingerprintOfItem(item);
      if (isTyped) return { ...entry, item: { ...entry.item, id: item.id } };
      return { key: randomId(), item };
    });
    onReplace({ next, typed, items });
  };

  return {
    /**
     * Sets the list of items. Call this function in each render, because the user can add, move and
     * remove items.
     */
    follow: (shown: KeyedItem[]) => {
      items = shown;
    },
    stamp,
    read,
    /** Applies the result of a save, but keeps text that the user typed after the save started. */
    adopt: (saved: DraftSaved, fields: FormData): Adopted<DraftMerge> => {
      const { merge } = saved;
      const before = base;
      if (!merge) {
        base = identify(fields, saved.itemIds);
        version = saved.version;
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
        base = baseOf(sent, before, merge);
        return { kind: "again" };
      }
      show(merge.draft, typed);
      base = baseOf(merge.stored, before, merge);
      if (merge.conflicts.length > 0) return { kind: "conflict", conflict: merge };
      version = saved.version;
      return { kind: "merged" };
    },
    decide: (merge: DraftMerge, path: string, choice: "mine" | "stored") => {
      if (base) base = takeStored(base, merge.stored, path);
      const fields = read();
      if (choice === "mine" || !fields) return;
      const typed = readDraft(fields);
      show(takeStored(typed, merge.stored, path), typed);
    },
    fieldOf: (path: string) => {
      const [, id, field = "title"] = /^items\.([^.]+)(?:\.(.+))?$/.exec(path) ?? [];
      const index = items.findIndex(({ item }) => item.id === id);
      if (path === "dueOn") return "due_on";
      if (path === "assigneeId") return "assignee_id";
      return index < 0 ? (id || path === "order" ? "items" : path) : `items.${index}.${field}`;
    },
    /** Returns the keys that the items had when `read` returned this form data. */
    keysIn,
    version: () => version,
  };
}
