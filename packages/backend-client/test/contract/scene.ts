import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import type { ServiceOptions } from "../../src/config/authorized-fetch.js";
import type { ClientFaults } from "../support/faulty-fetch.js";
import type { SessionScene } from "./session-scene.js";

export interface Person {
  id: string;
  email: string;
  accessToken: string;
  options: ServiceOptions;
}

export interface Scene {
  mia: Person;
  tom: Person;
  anonymous: ServiceOptions;
  secretKeys: readonly string[];
  faults: ClientFaults;
  close(): Promise<void>;
}

const PASSWORD = "correct horse battery staple";

export async function openScene(): Promise<Scene> {
  const backend: LocalBackend = await startLocalBackend({
    dir: fileURLToPath(new URL("fixture/supabase", import.meta.url)),
    memory: true,
    ports: { api: 0, db: 0 },
  });
  const anonymous = { url: backend.urls.api, anonKey: backend.keys.publishable };
  const mia = await createAccount(anonymous, "mia@example.org");
  const tom = await createAccount(anonymous, "tom@example.org");
  const { secret, serviceRole } = backend.keys;
  return {
    ...{ mia, tom, anonymous, faults: backend.faults },
    secretKeys: [secret, serviceRole],
    close: () => backend.stop(),
  };
}

interface Answer {
  access_token?: string;
  user?: { id: string };
}

async function post(
  { url, anonKey }: Pick<ServiceOptions, "url" | "anonKey">,
  path: string,
  body: object,
): Promise<Answer> {
  const response = await fetch(`${url}/auth/v1/${path}`, {
    method: "POST",
    headers: { apikey: anonKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer as Answer;
}

export async function createAccount(
  { url, anonKey }: Pick<ServiceOptions, "url" | "anonKey">,
  email: string,
  mailbox?: SessionScene["mailbox"],
): Promise<Person> {
  const account = { email, password: PASSWORD };
  let answer = await post({ url, anonKey }, "signup", account);
  if (!answer.access_token && mailbox) {
    const { text, html } = await mailbox.waitFor({ to: email });
    const token = /\b\d{6}\b/.exec(`${text ?? ""} ${html ?? ""}`)?.[0];
    answer = await post({ url, anonKey }, "verify", { email, token, type: "signup" });
  }
  const { access_token: accessToken, user } = answer;
  if (!accessToken || !user) throw new Error(`${email} was not signed in`);
  const getAccessToken = async () => accessToken;
  return { id: user.id, email, accessToken, options: { url, anonKey, getAccessToken } };
}
