import { fileURLToPath } from "node:url";
import { defineBackend, unwrap } from "@dossier/backend-client";
import { createSessionServer, type Scope } from "@dossier/backend-client/server";
import { createMemoryJar, type MemoryJar } from "@dossier/backend-client/testing";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import type { Database } from "@dossier/supabase/database.types";
import pg from "pg";

export type Browser = {
  email: string;
  jar: MemoryJar;
  visit: () => Scope<Database>;
};

export const PASSWORD = "correct horse battery";

export type Stage = {
  backend: LocalBackend;
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  guest: () => Browser;
  join: (name: string) => Promise<Browser & { id: string }>;
  admin: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
  enterWithCode: (email: string) => Promise<Browser>;
  close: () => Promise<void>;
};

let people = 0;

const OPEN_LIMITS = { token_refresh: 6000, sign_in_sign_ups: 1200, token_verifications: 1200 };

export async function openStage(
  config: NonNullable<Parameters<typeof startLocalBackend>[0]>["config"] = {},
): Promise<Stage> {
  const backend = await startLocalBackend({
    dir: fileURLToPath(new URL("../../../../supabase", import.meta.url)),
    memory: true,
    seed: false,
    ports: { api: 0, db: 0 },
    // All tests call from the same IP address, so raise the rate limits.
    config: { ...config, auth: { rate_limit: OPEN_LIMITS, ...config.auth } },
  });
  const { api, db } = backend.urls;
  const client = new pg.Client({ connectionString: db });
  await client.connect();
  // Stop the scheduled sweep, because it could run between two steps of a test.
  await client.query("select cron.unschedule('sweep')");
  const sessions = createSessionServer(
    defineBackend<Database>({ url: api, anonKey: backend.keys.publishable }),
    { clientLimit: false, serviceLimit: false },
  );

  const open = (email: string): Browser => {
    const jar = createMemoryJar();
    return { email, jar, visit: () => sessions.open({ cookies: jar }) };
  };
  const admin: Stage["admin"] = async (method, path, body) => {
    const answer = await fetch(`${api}/auth/v1/admin/${path}`, {
      method,
      headers: { apikey: backend.keys.secret, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? {} : JSON.parse(text);
  };
  const stage: Stage = {
    backend,
    sql: async (text, values) => (await client.query(text, values)).rows,
    guest: () => open(""),
    admin,
    async join(name) {
      people += 1;
      const email = `${name.toLowerCase().replaceAll(" ", "-")}-${people}@example.org`;
      const user = await admin("POST", "users", {
        email,
        password: PASSWORD,
        email_confirm: true,
        user_metadata: { name },
      });
      const browser = open(email);
      unwrap(await browser.visit().auth.signInWithPassword({ email, password: PASSWORD }));
      return { ...browser, id: String(user.id) };
    },
    async enterWithCode(email) {
      const browser = open(email);
      const since = Date.now();
      const options = { shouldCreateUser: false };
      unwrap(await browser.visit().auth.signInWithOtp({ email, options }));
      const message = await backend.mailbox.waitFor({ to: email, since });
      const token = /\b\d{8}\b/.exec(message.text ?? message.html ?? "")?.[0] ?? "";
      unwrap(await browser.visit().auth.verifyOtp({ email, token, type: "email" }));
      return browser;
    },
    async close() {
      await client.end();
      await backend.stop();
    },
  };
  return stage;
}
