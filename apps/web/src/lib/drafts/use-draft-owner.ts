"use client";

import { useSession } from "@dossier/backend-client/react";
import { createContext, useEffect, useState } from "react";
import { storeOwnerEmail } from "@/lib/drafts/owner-email";

export const DraftOwnerContext = createContext<string | null>(null);

/**
 * Returns the signed-in user or, after the session has ended, the user who was signed in last. Also
 * stores the user's email for the next sign-in.
 */
export function useDraftOwner(): string | null {
  const session = useSession();
  const current = session.status === "authenticated" ? session.claims.sub : null;
  const [userId, setUserId] = useState(current);
  if (current !== null && current !== userId) setUserId(current);
  const email = session.status === "authenticated" ? session.claims.email : undefined;
  useEffect(() => {
    if (current && email) storeOwnerEmail(sessionStorage, current, email);
  }, [current, email]);
  return userId;
}
