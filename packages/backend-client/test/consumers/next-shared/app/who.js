"use client";

import { useBackend, useSession } from "@dossier/backend-client/react";

export function Who() {
  const session = useSession();
  const { session: client } = useBackend();
  const user = session.status === "authenticated" ? session.claims.email : session.status;
  return (
    <>
      <p id="client">{`client ${user}`}</p>
      <button type="button" onClick={() => client.signOut()}>
        Sign out here
      </button>
    </>
  );
}
