"use client";

import { useBackend, useSession } from "@dossier/backend-client/react";
import { useEffect } from "react";

/** Shows the signed-in user. Records events in storage that survives a reload. */
export function Who() {
  const session = useSession();
  const { session: client } = useBackend();
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
      <button type="button" onClick={() => client.signOut()}>
        Sign out here
      </button>
    </>
  );
}
