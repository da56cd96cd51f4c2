"use client";

import { useSession } from "@dossier/backend-client/react";
import { useEffect } from "react";
import { draftKey } from "@/lib/drafts/kept-drafts";
import { intentKey } from "@/lib/forms/submit-intents";

/** Where it stands that an answer was submitted: what this tab kept of it is of no use any more. */
export function ForgetDraft({ itemId }: { itemId: string }) {
  const session = useSession();
  const userId = session.status === "authenticated" ? session.claims.sub : null;
  useEffect(() => {
    if (!userId) return;
    sessionStorage.removeItem(draftKey(userId, itemId));
    sessionStorage.removeItem(intentKey(userId, itemId));
  }, [userId, itemId]);
  return null;
}
