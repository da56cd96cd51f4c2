"use client";

import { useSession } from "@dossier/backend-client/react";
import { useEffect } from "react";
import { forgetAnswer } from "@/features/items/hooks";

/** Deletes this tab's draft of an answer once the page shows that answer as submitted. */
export function ForgetDraft({ itemId }: { itemId: string }) {
  const session = useSession();
  const userId = session.status === "authenticated" ? session.claims.sub : null;
  useEffect(() => {
    if (userId) forgetAnswer(userId, itemId);
  }, [userId, itemId]);
  return null;
}
