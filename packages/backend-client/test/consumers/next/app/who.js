"use client";

import { useBackend, useSession } from "@dossier/backend-client/react";
import { useEffect, useState } from "react";

/** Disables its button until hydration, because a test may click it as soon as it is enabled. */
export function Who() {
  const session = useSession();
  const { session: client } = useBackend();
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  useEffect(
    () =>
      client.subscribe((event, _session, source) => {
        const heard = JSON.parse(sessionStorage.getItem("events") ?? "[]");
        sessionStorage.setItem("events", JSON.stringify([...heard, `${event} ${source}`]));
      }),
    [client],
  );
  return (
    <>
      <p id="client">{`client ${session.status}`}</p>
      <button type="button" disabled={!isHydrated} onClick={() => client.signOut()}>
        Sign out here
      </button>
    </>
  );
}
