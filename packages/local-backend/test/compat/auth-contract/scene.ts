import {
  createClient,
  type SupabaseClient,
  type SupabaseClientOptions,
} from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { type AuthWorld, createAuthWorld } from "../auth-people.ts";
import { createClock, type TestClock } from "../clock.ts";

/**
 * The API version whose error format is expected: 2024-01-01, which supabase-js requests, or an
 * earlier one.
 */
export type Shape = "2024-01-01" | "before";

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface Worlds {
  clock: TestClock;
  usual: AuthWorld;
  open: AuthWorld;
  closed: AuthWorld;
}

export async function createWorlds(): Promise<Worlds> {
  const clock = createClock();
  const [usual, open, closed] = await Promise.all([
    createAuthWorld(
      {
        auth: {
          sessions: { timebox: "720h" },
          email: { secure_password_change: true },
          mfa: { max_enrolled_factors: 2 },
        },
      },
      clock,
    ),
    createAuthWorld(
      { auth: { enable_anonymous_sign_ins: true, email: { enable_confirmations: false } } },
      clock,
    ),
    createAuthWorld(
      { auth: { enable_signup: false, mfa: { totp: { enroll_enabled: false } } } },
      clock,
    ),
  ]);
  return { clock, usual, open, closed };
}

export interface Scene extends Worlds {
  answer: Answer | undefined;
  address(): string;
  client(world?: AuthWorld, auth?: SupabaseClientOptions<"public">["auth"]): SupabaseClient;
  admin: SupabaseClient;
  enter(world?: AuthWorld): Promise<{ client: SupabaseClient; email: string; id: string }>;
  enterAgain(email: string): Promise<SupabaseClient>;
  raise(client: SupabaseClient): Promise<{ factorId: string; code(): string }>;
  call(path: string, init: RequestInit & { client?: SupabaseClient }): Promise<void>;
}

export function createScene(worlds: Worlds, shape: Shape, name: string): Scene {
  let addresses = 0;
  const recordingFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (shape === "before") request.headers.delete("x-supabase-api-version");
    const response = await fetch(request, { redirect: "manual" });
    const text = await response.clone().text();
    const { status, headers } = response;
    scene.answer = { status, headers, body: text.startsWith("{") ? JSON.parse(text) : text };
    return response;
  };
  const create = (
    world: AuthWorld,
    key: string,
    auth: SupabaseClientOptions<"public">["auth"] = {},
  ) =>
    createClient(world.backend.urls.api, key, {
      auth: { persistSession: false, autoRefreshToken: false, ...auth },
      global: { fetch: recordingFetch },
    });
  const enterBy = async (world: AuthWorld, email: string) => {
    const { data, error } = await world.admin.auth.admin.generateLink({ type: "magiclink", email });
    if (error) throw error;
    const client = scene.client(world);
    const { hashed_token: hash } = data.properties;
    const entered = await client.auth.verifyOtp({ type: "magiclink", token_hash: hash });
    if (entered.error) throw entered.error;
    return client;
  };
  const scene: Scene = {
    ...worlds,
    answer: undefined,
    address: () => `${name}-${++addresses}-${shape}@example.test`,
    client: (world = worlds.usual, auth = {}) =>
      create(world, world.backend.keys.publishable, auth),
    admin: create(worlds.usual, worlds.usual.backend.keys.secret),
    async enter(world = worlds.usual) {
      const email = scene.address();
      const { data, error } = await world.admin.auth.admin.createUser({
        email,
        email_confirm: true,
      });
      if (error) throw error;
      return { client: await enterBy(world, email), email, id: data.user.id };
    },
    enterAgain: (email) => enterBy(worlds.usual, email),
    async raise(client) {
      const { data, error } = await client.auth.mfa.enroll({ factorType: "totp" });
      if (error) throw error;
      const secret = Secret.fromBase32(data.totp.secret);
      const code = () => new TOTP({ secret }).generate({ timestamp: worlds.clock.now() });
      const raised = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: code() });
      if (raised.error) throw raised.error;
      return { factorId: data.id, code };
    },
    async call(path, { client, ...init }) {
      const headers = new Headers(init.headers);
      headers.set("apikey", worlds.usual.backend.keys.publishable);
      headers.set("x-supabase-api-version", "2024-01-01");
      const { data } = (await client?.auth.getSession()) ?? { data: { session: null } };
      const token = data.session?.access_token;
      if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
      await recordingFetch(`${worlds.usual.backend.urls.api}/auth/v1${path}`, { ...init, headers });
    },
  };
  return scene;
}
