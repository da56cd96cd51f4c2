import { fingerprintOfDraft } from "@/features/requests/draft/clean";
import { readBase, readDraft } from "@/features/requests/schema";
import type { DraftInput } from "@/features/requests/types";
import type { DraftSlot } from "@/lib/drafts/draft-storage";
import { toFormData } from "@/lib/drafts/form-values";

export type DraftStart = {
  draft: DraftInput;
  version: number;
  /**
   * The content of `version`. Undefined if an older release of the app stored the draft in the tab.
   */
  base: DraftInput | undefined;
  /** Fingerprints of the contents that this tab may have saved on the server. */
  seen: readonly string[];
  isUnsaved: boolean;
};

export function startFromStored(draft: DraftInput, version: number): DraftStart {
  return { draft, version, base: draft, seen: [fingerprintOfDraft(draft)], isUnsaved: false };
}

/**
 * Returns the tab's draft, or deletes it if the server has stored it. If someone else stored the
 * server's version, the draft keeps its older version, so that the next save detects the conflict.
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
