import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import type { ServiceOptions } from "../../src/config/authorized-fetch.js";
import type { ClientFaults } from "../support/faulty-fetch.js";

/** Someone signed in, and what the clients need to act as them. */
export interface Person {
  id: string;
  accessToken: string;
  options: ServiceOptions;
}

/** A backend with two people in it. */
export interface Scene {
  mia: Person;
  tom: Person;
  /** The explicit anonymous caller. */
  nobody: ServiceOptions;
  /** Failures of the services, or of the way to them. */
  faults: ClientFaults;
  close(): Promise<void>;
}

const PASSWORD = "correct horse battery staple";

/** Starts the local backend on free ports, in a throw-away directory. */
export async function openScene(): Promise<Scene> {
  const backend: LocalBackend = await startLocalBackend({
    dir: fileURLToPath(new URL("fixture/supabase", import.meta.url)),
    memory: true,
    ports: { api: 0, db: 0 },
  });
  const nobody = { url: backend.urls.api, anonKey: backend.keys.publishable };
  const mia = await createAccount(nobody, "mia@example.org");
  const tom = await createAccount(nobody, "tom@example.org");
  return { mia, tom, nobody, faults: backend.faults, close: () => backend.stop() };
}

/** Signs someone up at a backend that confirms addresses by itself. */
export async function createAccount(
  { url, anonKey }: Pick<ServiceOptions, "url" | "anonKey">,
  email: string,
): Promise<Person> {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: anonKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const answer = (await response.json()) as { access_token?: string; user?: { id: string } };
  const { access_token: accessToken, user } = answer;
  if (!accessToken || !user) {
    throw new Error(`${email} was not signed in: ${response.status} ${JSON.stringify(answer)}`);
  }
  const getAccessToken = async () => accessToken;
  return { id: user.id, accessToken, options: { url, anonKey, getAccessToken } };
}
