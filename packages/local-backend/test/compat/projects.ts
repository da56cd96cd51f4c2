import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";

/** A project of test/projects, started on throw-away data. */
export interface StartedProject {
  backend: LocalBackend;
  /** What the start had to say. */
  lines: string[];
  /** The service role. */
  service: SupabaseClient;
  /** Without a session. */
  guest: SupabaseClient;
  /** Signs in, and up first unless told. */
  person(email: string, options?: { isKnown?: boolean }): Promise<SupabaseClient>;
}

/** The password of everybody, as the seeds have it. */
const PASSWORD = "password123";

/** Starts a project as it lies in its folder. */
export async function startProject(name: string): Promise<StartedProject> {
  const lines: string[] = [];
  const backend = await startLocalBackend({
    dir: join(import.meta.dirname, "../projects", name, "supabase"),
    memory: true,
    ports: { api: 0, db: 0 },
    log: (line) => lines.push(line),
  });
  const connect = (key: string) =>
    createClient(backend.urls.api, key, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
  return {
    backend,
    lines,
    service: connect(backend.keys.secret),
    guest: connect(backend.keys.publishable),
    person: async (email, { isKnown = false } = {}) => {
      const client = connect(backend.keys.publishable);
      const credentials = { email, password: PASSWORD };
      const { data, error } = isKnown
        ? await client.auth.signInWithPassword(credentials)
        : await client.auth.signUp({
            ...credentials,
            options: { data: { full_name: email.split("@")[0] } },
          });
      expect(error).toBeNull();
      expect(data.session).not.toBeNull();
      return client;
    },
  };
}
