import { type DraftFields, fingerprint } from "@/lib/drafts/fingerprint";
import { readOwnerEmail } from "@/lib/drafts/owner-email";

const PREFIX = "draft:";

export type Draft = {
  fields: DraftFields;
  seen: string[];
};

/**
 * Returns the storage key of one user's draft.
 * @param subject id of the item or request that the draft belongs to, or `PATH#FORM` for a form
 */
export function draftKey(userId: string, subject: string): string {
  return `${PREFIX}${userId}:${subject}`;
}

export function isDraftKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

export type DraftSlot = {
  load: () => Draft | undefined;
  /** The stored draft as text, to detect changes. */
  text: () => string | null;
  store: (fields: DraftFields, seen: Iterable<string>) => void;
  delete: () => void;
};

export function draftSlot(storage: Storage, key: string): DraftSlot {
  const remove = () => storage.removeItem(key);
  const text = () => storage.getItem(key);
  return {
    load: () => {
      const stored = text();
      return stored === null ? undefined : (JSON.parse(stored) as Draft);
    },
    text,
    store: (fields, seen) => {
      try {
        storage.setItem(key, JSON.stringify({ fields, seen: [...seen] } satisfies Draft));
      } catch {
        // The storage is full. Delete the draft: the page still has the text, and an older draft
        // would later replace it.
        remove();
      }
    },
    delete: remove,
  };
}

/** `isKnown`: this tab saw or stored the server's current state. */
export type RestoredDraft = Draft & { isKnown: boolean };

/** Returns the draft to restore over the server's state. Deletes a draft that equals that state. */
export function restoreDraft(slot: DraftSlot, shown: DraftFields): RestoredDraft | undefined {
  const draft = slot.load();
  if (!draft) return;
  const current = fingerprint(shown);
  if (fingerprint(draft.fields) !== current) {
    return { ...draft, isKnown: draft.seen.includes(current) };
  }
  slot.delete();
}

/**
 * Finds a draft that belongs to a page: to one of its forms, or to an id in its path.
 * @returns the email of its owner, empty if unknown; `undefined` without a draft
 */
export function findDraftOwner(storage: Storage, page: string): string | undefined {
  const path = page.replace(/[?#].*/s, "");
  const parts = new Set(path.split("/"));
  for (const key of Object.keys(storage)) {
    const [, userId = "", subject = ""] = /^draft:([^:]*):(.*)$/s.exec(key) ?? [];
    if (userId !== "" && (parts.has(subject) || subject.startsWith(`${path}#`))) {
      return readOwnerEmail(storage, userId);
    }
  }
  return undefined;
}
