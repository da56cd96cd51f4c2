import { defineBackend } from "../../src/config/define-backend.js";
import { createFaultyFetch } from "../support/faulty-fetch.js";
import { createAccount, type Scene } from "./scene.js";
import type { SessionScene } from "./session-scene.js";

const url = process.env.CONTRACT_SUPABASE_URL;
const anonKey = process.env.CONTRACT_SUPABASE_ANON_KEY;

/** Where accounts of the tests get their addresses; hosted projects refuse `example.org`. */
export const EMAIL_DOMAIN = process.env.CONTRACT_SUPABASE_EMAIL_DOMAIN ?? "example.org";

/**
 * The project that the variables name, or null when they name none. It has been given
 * `fixture/supabase` (migration, bucket, function), confirms e-mail addresses by itself, lets
 * people enrol authenticator apps and has generous rate limits. Accounts are left behind, so it is
 * one made for tests.
 */
export const PROJECT = url && anonKey ? { url, anonKey } : null;

function requireProject() {
  if (!PROJECT) throw new Error("CONTRACT_SUPABASE_URL and CONTRACT_SUPABASE_ANON_KEY are not set");
  return PROJECT;
}

/** Two people in the project who have just signed up; failures happen on this side of the wire. */
export async function openHostedScene(): Promise<Scene> {
  const project = requireProject();
  const { fetch, faults } = createFaultyFetch();
  const run = crypto.randomUUID().slice(0, 8);
  const join = async (name: string) => {
    const email = `${name}-${run}@${EMAIL_DOMAIN}`;
    const person = await createAccount(project, email);
    return { ...person, options: { ...person.options, runtime: { fetch } } };
  };
  return {
    nobody: { ...project, runtime: { fetch } },
    mia: await join("mia"),
    tom: await join("tom"),
    faults,
    close: async () => undefined,
  };
}

/** The project for scenarios about sessions: the SDK's clock moves, the service's does not. */
export async function openHostedSessions(): Promise<
  Pick<SessionScene, "backend" | "requests" | "faults" | "later" | "reset">
> {
  const { fetch, faults, requests } = createFaultyFetch();
  let skewMs = 0;
  return {
    backend: defineBackend({
      ...requireProject(),
      runtime: { now: () => Date.now() + skewMs, fetch },
    }),
    requests,
    faults,
    later: (milliseconds) => {
      skewMs += milliseconds;
    },
    reset: () => {
      skewMs = 0;
    },
  };
}
