import { type DraftSlot, draftKey, draftSlot } from "@/lib/drafts/draft-storage";
import { applySignOutPurge } from "@/lib/drafts/sign-out-purge";

/**
 * Opens a draft of this tab. If the user has signed out, first deletes all drafts of the tab. Call
 * it only in effects and event handlers.
 */
export function openTabDraft(userId: string, subject: string): DraftSlot {
  applySignOutPurge();
  return draftSlot(sessionStorage, draftKey(userId, subject));
}
