import type { DraftSlot } from "@/lib/drafts/draft-storage";
import { type DraftFields, fingerprint } from "@/lib/drafts/fingerprint";
import { VERSION } from "@/lib/drafts/form-values";

/**
 * The draft of a form, which is stored in the tab. The server gets the values only when the user
 * sends the form.
 */
export type FormDraft = {
  /** Writes the stored draft into the form. Returns `null` if nothing was written. */
  restore: () => { version?: string | undefined } | null;
  keep: () => void;
  send: () => void;
  /**
   * Deletes the draft after a success, but keeps text that the user typed during the submission.
   * Call this function before React renders the result, because that render may change or remove
   * the form.
   * @param version the saved version. Omit it if the newer text is not based on this version
   */
  forget: (version?: string) => void;
  /**
   * Deletes the draft after a redirect, together with text that the user typed during the
   * submission, because the next page may show a different record or a later version.
   */
  leave: () => void;
  adopt: () => void;
  discard: () => void;
};

const withoutVersion = ({ [VERSION]: _, ...fields }: DraftFields) => fields;

const isSame = (one: DraftFields, other: DraftFields) =>
  fingerprint(withoutVersion(one)) === fingerprint(withoutVersion(other));

/**
 * Returns false if the form has none of the draft's fields. A decided item, for example, has no
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
  let sent: DraftFields | undefined;
  const store = (fields: DraftFields) => {
    if (isSame(fields, shown)) slot.delete();
    else slot.store(fields, []);
  };
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
    keep: () => store(read()),
    send: () => {
      sent = read();
    },
    forget: (version) => {
      const fields = read();
      shown = sent ?? fields;
      sent = undefined;
      if (fits(shown, fields)) {
        store(version === undefined ? fields : { ...fields, [VERSION]: [version] });
      } else if (isSame(slot.load()?.fields ?? shown, shown)) {
        // A refresh has removed the form's fields, and the draft contains no newer text.
        slot.delete();
      }
    },
    leave: () => {
      slot.delete();
      shown = read();
      sent = undefined;
    },
    adopt: () => {
      const fields = read();
      const draft = slot.load()?.fields;
      // Store the draft again with the version that the page now shows.
      if (draft && isSame(draft, fields)) slot.store(fields, []);
      else shown = fields;
    },
    discard: () => {
      write(shown);
      slot.delete();
    },
  };
}
