import { printOfDraft } from "@/features/requests/draft/compare";
import { readBase, readDraft } from "@/features/requests/schema";
import type { DraftInput } from "@/features/requests/types";
import { type KeptFields, keepDraft, readKept } from "@/lib/drafts/kept-drafts";

/** Words with which a composer begins. */
export type Beginning = {
  draft: DraftInput;
  /** Version that they were typed over. */
  version: number;
  /** Content of that version; unknown for text that an older page stored. */
  base: DraftInput | undefined;
  /** Prints of what the server may hold without anyone else having changed it. */
  seen: readonly string[];
  /** Whether the server is still to be told of them. */
  isUnsaved: boolean;
};

/** A composer that shows what is stored. */
export function asStored(draft: DraftInput, version: number): Beginning {
  return { draft, version, base: draft, seen: [printOfDraft(draft)], isUnsaved: false };
}

/** Keeps a composer's fields in this tab, with every state that the server may hold by now. */
export function keepWords(
  storage: Storage,
  key: string,
  form: FormData,
  seen: Iterable<string>,
): void {
  const fields: KeptFields = {};
  for (const name of new Set(form.keys())) fields[name] = form.getAll(name).map(String);
  keepDraft(storage, key, fields, seen);
}

/**
 * What this tab kept of a draft that is not stored. Over a state that this tab knows it goes on from
 * what is stored; over anyone else's it stays what it was typed over, so that both are shown. What
 * is of no use any more is removed.
 */
export function findWords(storage: Storage, key: string, stored: Beginning): Beginning | undefined {
  const kept = readKept(storage, key);
  if (!kept) return;
  const form = new FormData();
  for (const [name, values] of Object.entries(kept.fields)) {
    for (const value of values) form.append(name, value);
  }
  const draft = readDraft(form);
  const print = printOfDraft(stored.draft);
  if (printOfDraft(draft) === print) {
    storage.removeItem(key);
    return;
  }
  const isKnown = kept.seen.includes(print);
  const version = isKnown ? stored.version : Number(form.get("version"));
  const base = isKnown ? stored.draft : readBase(form);
  return { draft, version, base, seen: kept.seen, isUnsaved: true };
}
