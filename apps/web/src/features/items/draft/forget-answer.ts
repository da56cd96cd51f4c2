import { intentKey } from "@/lib/drafts/submit-intents";
import { openTabDraft } from "@/lib/drafts/tab-draft";

export function forgetIntent(userId: string, itemId: string): void {
  sessionStorage.removeItem(intentKey(userId, itemId));
}

/** Also deletes the stored submission, so that the page does not retry it. */
export function forgetAnswer(userId: string, itemId: string): void {
  openTabDraft(userId, itemId).delete();
  forgetIntent(userId, itemId);
}
