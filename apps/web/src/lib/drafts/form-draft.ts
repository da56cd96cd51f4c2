import type { DraftSlot } from "@/lib/drafts/draft-storage";
import { type DraftFields, fingerprint } from "@/lib/drafts/fingerprint";
import { VERSION } from "@/lib/drafts/form-values";

/** The draft of a form whose values reach the server only when the user sends the form. */
export type FormDraft = {
  /**
   * Writes the draft into the form if the form has at least one of the draft's fields. Returns an
   * object with the draft's version, or `null` if nothing was written.
   */
  restore: () => { version?: string | undefined } | null;
  /** Stores the typed text. Deletes the draft if the form has its initial or last sent values. */
  keep: () => void;
  forget: () => void;
  discard: () => void;
};

const withoutVersion = ({ [VERSION]: _, ...fields }: DraftFields) => fields;

const isSame = (one: DraftFields, other: DraftFields) =>
  fingerprint(withoutVersion(one)) === fingerprint(withoutVersion(other));

/**
 * Returns whether the form has at least one field of the draft. A decided item, for example, has no
 * field for the note.
 */
const fits = (draft: DraftFields, shown: DraftFields) =>
  Object.keys(withoutVersion(draft)).some((name) => name in shown);

export function openFormDraft({
  slot,
  read,
  write,
}: {
  slot: DraftSlot;
  read: () => DraftFields;
  write: (fields: DraftFields) => void;
}): FormDraft {
  let shown = read();
  return {
    restore: () => {
      const fields = slot.load()?.fields;
      if (!fields || !fits(fields, shown)) return null;
      if (isSame(fields, shown)) {
        slot.delete();
        return null;
      }
      write(fields);
      return { version: fields[VERSION]?.[0] };
    },
    keep: () => {
      const fields = read();
      if (isSame(fields, shown)) slot.delete();
      else slot.store(fields, []);
    },
    forget: () => {
      slot.delete();
      shown = read();
    },
    discard: () => {
      write(shown);
      slot.delete();
    },
  };
}
