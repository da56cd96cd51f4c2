"use client";

import { useSession } from "@dossier/backend-client/react";

export function Who() {
  const session = useSession();
  return <p id="client">{`client ${session.status}`}</p>;
}
