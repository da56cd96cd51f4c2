"use client";

import { useEffect } from "react";
import { type UnsentItem, unsentTextsOf } from "@/features/items/draft/unsent-texts";
import { intentKey } from "@/lib/drafts/submit-intents";
import { openTabDraft } from "@/lib/drafts/tab-draft";
import { useDraftOwner } from "@/lib/drafts/use-draft-owner";
import { useUnsentDraft } from "@/lib/drafts/use-unsent-draft";
import { leadsToSignIn } from "@/lib/http/ended-path";

/**
 * True if the user will not return to this form. A redirect to a sign-in page does not count,
 * because the answer is still unsent.
 */
export function leadsPast(path: string): boolean {
  return !leadsToSignIn(path) && !/^\/r\/[^/?#]+(?=[?#]|$)/.test(path);
}

export function forgetAnswer(userId: string, itemId: string): void {
  openTabDraft(userId, itemId).delete();
  sessionStorage.removeItem(intentKey(userId, itemId));
}

export function useForgetAnswer(itemId: string): (path: string) => void {
  const userId = useDraftOwner();
  return (path) => {
    if (!userId || !leadsPast(path)) return;
    forgetAnswer(userId, itemId);
  };
}

export function useUnsentAnswer(item: UnsentItem & { id: string }, isClosed: boolean) {
  const userId = useDraftOwner();
  const { fields, drop } = useUnsentDraft(userId, item.id, isClosed);
  useEffect(() => {
    // If the contact withdraws the answer later, this tab must not submit it again.
    if (isClosed && userId) sessionStorage.removeItem(intentKey(userId, item.id));
  }, [userId, item.id, isClosed]);
  return { texts: unsentTextsOf(fields, item), drop };
}
