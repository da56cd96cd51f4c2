"use client";

import { useBackend, useSession } from "@dossier/backend-client/react";
import { useEffect, useState } from "react";

/**
 * Enables the button only after hydration, because tests click as soon as the button is enabled.
 */
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
