import { join } from "node:path";
import {
  createClient,
  type SupabaseClient,
  type SupabaseClientOptions,
} from "@supabase/supabase-js";
import { decodeJwt, type JWTPayload } from "jose";
import pg from "pg";
import type { ConfigOverrides } from "../../src/config/schema.ts";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import type { TestClock } from "./clock.ts";

export const PASSWORD = "correct horse battery";

export interface AuthWorld {
  backend: LocalBackend;
  database: pg.Client;
  admin: SupabaseClient;
  guest(auth?: SupabaseClientOptions<"public">["auth"]): SupabaseClient;
  signIn(name: string): Promise<{ client: SupabaseClient; email: string; id: string }>;
  /** Creates a user and signs in without a password, which is faster than `signIn`. */
  enter(
    name: string,
    client?: SupabaseClient,
  ): Promise<{ client: SupabaseClient; email: string; id: string }>;
  code(email: string): Promise<string>;
  link(email: string): Promise<string>;
  call(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>;
  stop(): Promise<void>;
}

export async function createAuthWorld(
  config: ConfigOverrides = {},
  clock?: TestClock,
  log?: (line: string) => void,
): Promise<AuthWorld> {
  const backend = await startLocalBackend({
    dir: join(import.meta.dirname, "../fixture/supabase"),
    memory: true,
    ports: { api: 0, db: 0 },
    config,
    ...(clock === undefined ? {} : { now: clock.now }),
    ...(log === undefined ? {} : { log }),
  });
  const database = new pg.Client(backend.urls.db);
  // A reset ends all connections, and pg emits an error for each.
  database.on("error", () => undefined);
  await database.connect();
  const create = (key: string, auth: SupabaseClientOptions<"public">["auth"] = {}) =>
    createClient(backend.urls.api, key, {
      auth: { persistSession: false, autoRefreshToken: false, ...auth },
    });
  const admin = create(backend.keys.secret);
  const guest: AuthWorld["guest"] = (auth) => create(backend.keys.publishable, auth);
  return {
    backend,
    database,
    admin,
    guest,
    async signIn(name) {
      const email = `${name}@example.test`;
      const created = await admin.auth.admin.createUser({
        email,
        password: PASSWORD,
        email_confirm: true,
      });
      if (created.error) throw created.error;
      const client = guest();
      const signedIn = await client.auth.signInWithPassword({ email, password: PASSWORD });
      if (signedIn.error) throw signedIn.error;
      return { client, email, id: created.data.user.id };
    },
    async enter(name, client = guest()) {
      const email = `${name}@example.test`;
      const created = await admin.auth.admin.createUser({ email, email_confirm: true });
      if (created.error) throw created.error;
      const link = await admin.auth.admin.generateLink({ type: "magiclink", email });
      if (link.error) throw link.error;
      const { hashed_token: tokenHash } = link.data.properties;
      const entered = await client.auth.verifyOtp({ type: "magiclink", token_hash: tokenHash });
      if (entered.error) throw entered.error;
      return { client, email, id: created.data.user.id };
    },
    async code(email) {
      const { codes } = await backend.mailbox.waitFor({ to: email });
      return codes[0] ?? "no code";
    },
    async link(email) {
      const { links } = await backend.mailbox.waitFor({ to: email });
      return links[0] ?? "no link";
    },
    call(path, { json, ...init } = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has("apikey")) headers.set("apikey", backend.keys.publishable);
      if (json !== undefined) headers.set("content-type", "application/json");
      return fetch(`${backend.urls.api}/auth/v1${path}`, {
        redirect: "manual",
        ...(json === undefined ? {} : { method: "POST", body: JSON.stringify(json) }),
        ...init,
        headers,
      });
    },
    async stop() {
      await database.end();
      await backend.stop();
    },
  };
}

export function pkceSettings(): SupabaseClientOptions<"public">["auth"] {
  const items = new Map<string, string>();
  return {
    flowType: "pkce",
    persistSession: true,
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
  };
}

export async function claimsOf(client: SupabaseClient): Promise<JWTPayload> {
  const { data } = await client.auth.getSession();
  return decodeJwt(data.session?.access_token ?? "");
}

export function fragmentOf(response: Response): URLSearchParams {
  return new URLSearchParams(new URL(response.headers.get("location") ?? "").hash.slice(1));
}
