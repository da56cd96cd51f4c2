"use client";

import { useBackend, useSession, useUpload } from "@dossier/backend-client/react";
import { useEffect, useState } from "react";

/** Renders the controls only after hydration, because tests use them as soon as they exist. */
export function Upload() {
  const session = useSession();
  const { session: client } = useBackend();
  const { start, state, progress, error } = useUpload();
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  if (!isHydrated || session.status !== "authenticated") return null;
  const choose = ({ target: { files } }) =>
    start(files[0], { bucket: "documents", path: `${session.claims.sub}/${files[0].name}` });
  return (
    <>
      <input type="file" onChange={choose} />
      <button type="button" onClick={() => client.refresh({ force: true })}>
        New token
      </button>
      <p>{`upload ${state} ${Math.floor(progress * 100)} ${error?.code ?? ""}`}</p>
    </>
  );
}
