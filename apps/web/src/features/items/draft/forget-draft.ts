"use client";

import { useSession } from "@dossier/backend-client/react";
import { useEffect } from "react";
import { forgetAnswer } from "@/features/items/draft/forget-answer";

/**
 * Deletes the tab's draft. The page renders the component when the answer has been submitted or the
 * request has been sent.
 * @param subject the id of the item or the request
 */
export function ForgetDraft({ subject }: { subject: string }) {
  const session = useSession();
  const userId = session.status === "authenticated" ? session.claims.sub : null;
  useEffect(() => {
    if (userId) forgetAnswer(userId, subject);
  }, [userId, subject]);
  return null;
}
