import { fingerprintOfDraft } from "@/features/requests/draft/compare";
import { readBase, readDraft } from "@/features/requests/schema";
import type { DraftInput } from "@/features/requests/types";
import type { DraftSlot } from "@/lib/drafts/draft-storage";
import { toFormData } from "@/lib/drafts/form-values";

/** The initial state of the composer. */
export type DraftStart = {
  draft: DraftInput;
  /** Version of the stored draft that `draft` was typed over. */
  version: number;
  /** Content of that version; unknown for a draft that an older page stored in the tab. */
  base: DraftInput | undefined;
  /** Fingerprints of the states that this tab may have caused on the server. */
  seen: readonly string[];
  /** True if `draft` has not been saved. */
  isUnsaved: boolean;
};

/** The start of a composer that shows what the server has. */
export function startFromStored(draft: DraftInput, version: number): DraftStart {
  return { draft, version, base: draft, seen: [fingerprintOfDraft(draft)], isUnsaved: false };
}

/**
 * The start of a composer from this tab's draft; deletes a draft that the server has. If the server's
 * state is one that this tab caused, the draft continues from it. If someone else caused it, the draft
 * keeps its version, so that saving it detects the conflict.
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
