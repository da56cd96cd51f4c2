"use client";

import { useEffect } from "react";
import type { AnswerDraft } from "@/features/items/draft/answer-draft";
import { forgetAnswer, forgetIntent } from "@/features/items/draft/forget-answer";
import { type UnsentItem, unsentTextsOf } from "@/features/items/draft/unsent-texts";
import { useDraftOwner } from "@/lib/drafts/use-draft-owner";
import { useUnsentDraft } from "@/lib/drafts/use-unsent-draft";
import { leadsToSignIn } from "@/lib/http/ended-path";

/**
 * Returns false for the app's sign-in pages and for the first page of a request, because a redirect
 * there means that the answer was not sent.
 */
export function isRedirectAfterSave(path: string): boolean {
  return !leadsToSignIn(path) && !/^\/r\/[^/?#]+(?=[?#]|$)/.test(path);
}

/**
 * Returns a function that handles the redirect after a submission. It deletes the stored submission
 * and, unless the user continued to type during “Save for later”, the draft.
 */
export function useForgetAnswer(itemId: string, draft: AnswerDraft): (path: string) => void {
  const userId = useDraftOwner();
  return (path) => {
    if (!userId || !isRedirectAfterSave(path)) return;
    if (draft.hasTypedOn()) forgetIntent(userId, itemId);
    else forgetAnswer(userId, itemId);
  };
}

export function useUnsentAnswer(item: UnsentItem & { id: string }, isClosed: boolean) {
  const userId = useDraftOwner();
  const { fields, drop } = useUnsentDraft(userId, item.id, isClosed);
  useEffect(() => {
    // Otherwise, this tab would submit the answer again after the contact withdraws it.
    if (isClosed && userId) forgetIntent(userId, item.id);
  }, [userId, item.id, isClosed]);
  return { texts: unsentTextsOf(fields, item), drop };
}
