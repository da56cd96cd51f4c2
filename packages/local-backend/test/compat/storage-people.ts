import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { SignJWT } from "jose";
import type { LocalBackend } from "../../src/index.ts";

export const MIA = "11111111-1111-4111-8111-111111111111";
export const TOM = "22222222-2222-4222-8222-222222222222";

/** On a busy machine, a join may exceed the client's default limit of ten seconds. */
export const PATIENT = { timeout: 60_000 };

export async function tokenOf(
  backend: Pick<LocalBackend, "dataDir">,
  userId: string,
  options: { lifetimeSeconds?: number; claims?: Record<string, unknown> } = {},
): Promise<string> {
  const file = JSON.parse(readFileSync(join(backend.dataDir, "keys.json"), "utf8"));
  const nowSeconds = Math.floor(Date.now() / 1000);
  return await new SignJWT({
    role: "authenticated",
    sub: userId,
    aud: "authenticated",
    iat: nowSeconds,
    exp: nowSeconds + (options.lifetimeSeconds ?? 3600),
    ...options.claims,
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(Buffer.from(file.apiSecret, "base64url"));
}

export async function clientOf(backend: LocalBackend, userId: string): Promise<SupabaseClient> {
  const token = await tokenOf(backend, userId);
  return createClient(backend.urls.api, backend.keys.publishable, {
    accessToken: async () => token,
    realtime: PATIENT,
  });
}

/** Creates a client of a visitor (`publishable`) or of the service role (`secret`). */
export function keyClient(backend: LocalBackend, key: "publishable" | "secret"): SupabaseClient {
  return createClient(backend.urls.api, backend.keys[key], {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: PATIENT,
  });
}
