import { type DraftFields, fingerprint } from "@/lib/drafts/fingerprint";
import { readOwnerEmail } from "@/lib/drafts/owner-email";

const PREFIX = "draft:";

export type Draft = {
  fields: DraftFields;
  seen: string[];
};

/** @param subject id of the draft's item or request, or `PATH#FORM` for a form */
export function draftKey(userId: string, subject: string): string {
  return `${PREFIX}${userId}:${subject}`;
}

export function isDraftKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

export type DraftSlot = {
  load: () => Draft | undefined;
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
        // The storage is full. Delete the stored draft, because it is older than the text on the
        // page.
        remove();
      }
    },
    delete: remove,
  };
}

/** `isKnown` is true if this tab has shown or stored the server's current content. */
export type RestoredDraft = Draft & { isKnown: boolean };

export function restoreDraft(slot: DraftSlot, shown: DraftFields): RestoredDraft | undefined {
  const draft = slot.load();
  if (!draft) return;
  const current = fingerprint(shown);
  if (fingerprint(draft.fields) !== current) {
    return { ...draft, isKnown: draft.seen.includes(current) };
  }
  slot.delete();
}

export function hasDraft(storage: Storage): boolean {
  return Object.keys(storage).some(isDraftKey);
}

/**
 * Finds a draft of the page.
 * @returns the email address of the draft's owner, an empty string if the address is unknown, or
 * `undefined` if there is no draft
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
