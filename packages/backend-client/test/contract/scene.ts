import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import type { ServiceOptions } from "../../src/config/authorized-fetch.js";

/** Someone signed in, and what the clients need to act as them. */
export interface Person {
  id: string;
  accessToken: string;
  options: ServiceOptions;
}

/** A running backend with two people in it. */
export interface Scene {
  backend: LocalBackend;
  mia: Person;
  tom: Person;
  /** The explicit anonymous caller. */
  nobody: ServiceOptions;
  close(): Promise<void>;
}

const PASSWORD = "correct horse battery staple";

/** Starts the local backend on free ports, in a throw-away directory. */
export async function openScene(): Promise<Scene> {
  const backend = await startLocalBackend({
    dir: fileURLToPath(new URL("fixture/supabase", import.meta.url)),
    memory: true,
    ports: { api: 0, db: 0 },
  });
  const nobody = { url: backend.urls.api, anonKey: backend.keys.publishable };
  const mia = await createPerson(backend, "mia@example.org");
  const tom = await createPerson(backend, "tom@example.org");
  return { backend, mia, tom, nobody, close: () => backend.stop() };
}

async function createPerson({ urls, keys }: LocalBackend, email: string): Promise<Person> {
  const post = async (path: string, key: string, body: object) => {
    const response = await fetch(`${urls.api}/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: key, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string; access_token: string };
  };
  const account = { email, password: PASSWORD };
  const { id } = await post("admin/users", keys.secret, { ...account, email_confirm: true });
  const session = await post("token?grant_type=password", keys.publishable, account);
  const accessToken = session.access_token;
  const getAccessToken = async () => accessToken;
  const options = { url: urls.api, anonKey: keys.publishable, getAccessToken };
  return { id, accessToken, options };
}
