"use client";

import { useSession } from "@dossier/backend-client/react";
import { useEffect, useRef } from "react";

/** Renders again by itself what failed in an outage, once it is known again who is signed in. */
export function RetryAfterOutage({ retry }: { retry: () => void }) {
  const { status } = useSession();
  const wasOut = useRef(false);
  useEffect(() => {
    if (wasOut.current && status !== "unavailable") retry();
    wasOut.current = status === "unavailable";
  }, [status, retry]);
  return null;
}
