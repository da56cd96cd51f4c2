import { fingerprintOfDraft } from "@/features/requests/draft/compare";
import { readBase, readDraft } from "@/features/requests/schema";
import type { DraftInput } from "@/features/requests/types";
import type { DraftSlot } from "@/lib/drafts/draft-storage";
import { toFormData } from "@/lib/drafts/form-values";

export type DraftStart = {
  draft: DraftInput;
  /** The version of the stored draft that the user edited. */
  version: number;
  /**
   * The content of that version. Undefined if an older release of the app stored the draft in the
   * tab.
   */
  base: DraftInput | undefined;
  /** Fingerprints of the states that this tab may have stored on the server. */
  seen: readonly string[];
  isUnsaved: boolean;
};

export function startFromStored(draft: DraftInput, version: number): DraftStart {
  return { draft, version, base: draft, seen: [fingerprintOfDraft(draft)], isUnsaved: false };
}

/**
 * Starts a composer with this tab's draft. Deletes the draft if the server already has it. If this
 * tab stored the server's state, the draft continues from that state. If someone else stored it,
 * the draft keeps its version, so that the next save detects the conflict.
 */
export function startFromTab(slot: DraftSlot, stored: DraftStart): DraftStart | undefined {
  const tab = slot.load();
  if (!tab) return;
  const form = toFormData(tab.fields);
  const draft = readDraft(form);
  const current = fingerprintOfDraft(stored.draft);
  if (fingerprintOfDraft(draft) === current) {
    slot.delete();
    return;
  }
  const isKnown = tab.seen.includes(current);
  const version = isKnown ? stored.version : Number(form.get("version"));
  const base = isKnown ? stored.draft : readBase(form);
  return { draft, version, base, seen: tab.seen, isUnsaved: true };
}
