"use client";

import { useSession } from "@dossier/backend-client/react";
import { useEffect } from "react";
import { forgetAnswer } from "@/features/items/draft/forget-answer";

/**
 * Deletes this tab's draft of an answer. The page renders the component when the answer has been
 * submitted.
 */
export function ForgetDraft({ itemId }: { itemId: string }) {
  const session = useSession();
  const userId = session.status === "authenticated" ? session.claims.sub : null;
  useEffect(() => {
    if (userId) forgetAnswer(userId, itemId);
  }, [userId, itemId]);
  return null;
}
