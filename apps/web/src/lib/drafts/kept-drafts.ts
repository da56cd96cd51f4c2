import { isAddressKey, readAddress } from "@/lib/drafts/kept-address";
import { isIntentKey } from "@/lib/forms/submit-intents";
import { cleanText } from "@/lib/forms/text-schema";
import { randomId } from "@/lib/random-id";

const PREFIX = "draft:";

/** The fields of a form, each with all its values. */
export type KeptFields = Record<string, string[]>;

/** What a tab keeps: the fields as typed, and the states of the server they may stand on. */
export type Kept = { fields: KeptFields; seen: string[] };

/** Where the unsent text of one person for one item is kept. */
export function draftKey(userId: string, itemId: string): string {
  return `${PREFIX}${userId}:${itemId}`;
}

/** One state of the fields as the server would store and show it again. */
export function printOf(fields: KeptFields): string {
  const cleaned = Object.entries(fields).map(([name, values]) => [name, values.map(cleanText)]);
  return JSON.stringify(cleaned);
}

/** Keeps what was typed, with every state that the server may hold by now. */
export function keepDraft(
  storage: Storage,
  key: string,
  fields: KeptFields,
  seen: Iterable<string>,
): void {
  try {
    storage.setItem(key, JSON.stringify({ fields, seen: [...seen] } satisfies Kept));
  } catch {
    // The tab's storage is full: what is typed lives as long as the page, and what is saved is saved.
    storage.removeItem(key);
  }
}

/** What is kept under a key, whatever the server shows. */
export function readKept(storage: Storage, key: string): Kept | undefined {
  const text = storage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as Kept);
}

/** What is put back, and whether this tab knows the state of the server that it is put over. */
export type Restored = Kept & { isKnown: boolean };

/**
 * What is to be put back over the fields as the server shows them: nothing when the server has it,
 * which removes it.
 */
export function restoreDraft(
  storage: Storage,
  key: string,
  shown: KeptFields,
): Restored | undefined {
  const kept = readKept(storage, key);
  if (!kept) return;
  const print = printOf(shown);
  if (printOf(kept.fields) !== print) return { ...kept, isKnown: kept.seen.includes(print) };
  storage.removeItem(key);
}

/** Where a browser notes the last own sign-out, and a tab the last one that it acted on. */
const FORGOTTEN = "drafts-forgotten";

/** Removes every unsent text of this tab, and that it was to be submitted. */
export function forgetDrafts(storage: Storage): void {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(PREFIX) || isIntentKey(key) || isAddressKey(key)) storage.removeItem(key);
  }
}

type Storages = {
  /** Of the browser. */
  local: Storage;
  /** Of the tab. */
  session: Storage;
};

/** Removes every unsent text of this browser: who signs out leaves nothing behind, in any tab. */
export function forgetEverywhere({ local, session }: Storages): void {
  local.setItem(FORGOTTEN, randomId());
  honourForgetting({ local, session });
}

/**
 * Removes this tab's unsent texts when someone signed out since it looked last: asked when another
 * tab says so (`storage` event), and before anything is put back, for tabs that were asleep.
 */
export function honourForgetting({ local, session }: Storages): void {
  const last = local.getItem(FORGOTTEN);
  if (last === null || session.getItem(FORGOTTEN) === last) return;
  forgetDrafts(session);
  session.setItem(FORGOTTEN, last);
}

/**
 * Looks for a draft of a page: of a form on it, or of the thing that its address names.
 * @returns the address of its writer, empty where it is not known; undefined without a draft
 */
export function findDraftOf(storage: Storage, page: string): string | undefined {
  const path = page.replace(/[?#].*/s, "");
  const named = new Set(path.split("/"));
  for (const key of Object.keys(storage)) {
    const [, userId = "", about = ""] = /^draft:([^:]*):(.*)$/s.exec(key) ?? [];
    if (userId !== "" && (named.has(about) || about.startsWith(`${path}#`))) {
      return readAddress(storage, userId);
    }
  }
  return undefined;
}
