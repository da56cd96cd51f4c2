import { type DraftSlot, draftKey, draftSlot } from "@/lib/drafts/draft-storage";
import { applySignOutPurge } from "@/lib/drafts/sign-out-purge";

/**
 * Call this function only in effects and event handlers, because the server has no
 * `sessionStorage`.
 */
export function openTabDraft(userId: string, subject: string): DraftSlot {
  applySignOutPurge();
  return draftSlot(sessionStorage, draftKey(userId, subject));
}
