"use client";

import { useSession } from "@dossier/backend-client/react";
import { createContext, useEffect, useState } from "react";
import { storeOwnerEmail } from "@/lib/drafts/owner-email";

/** Id of the user whose drafts the page's forms store. `null` if the forms store no drafts. */
export const DraftOwnerContext = createContext<string | null>(null);

/**
 * Returns the user whose drafts this page stores: the signed-in user or, after the session has
 * ended, the user who was signed in last. Returns `null` if no user has been signed in since the
 * page opened. Also stores the user's email for the next sign-in.
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
