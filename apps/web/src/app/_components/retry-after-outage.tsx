"use client";

import { useSession } from "@dossier/backend-client/react";
import { useEffect, useRef } from "react";

/** After an outage, renders the failed part again as soon as the session is known. */
export function RetryAfterOutage({ retry }: { retry: () => void }) {
  const { status } = useSession();
  const wasOut = useRef(false);
  useEffect(() => {
    if (wasOut.current && status !== "unavailable") retry();
    wasOut.current = status === "unavailable";
  }, [status, retry]);
  return null;
}
