"use client";

import { readDigest } from "@dossier/backend-client";

export default function Failed({ error }) {
  const failure = readDigest(error.digest);
  return <p role="alert">{failure ? `${failure.kind} ${failure.code}` : "unknown"}</p>;
}
