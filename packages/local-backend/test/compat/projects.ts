import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";

export interface StartedProject {
  backend: LocalBackend;
  lines: string[];
  service: SupabaseClient;
  guest: SupabaseClient;
  person(email: string, options?: { isKnown?: boolean }): Promise<SupabaseClient>;
}

const PASSWORD = "password123";

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
