import { Refusal } from "./http.ts";

export type Caller = { kind: "user"; token: string; userId: string } | { kind: "service" };

export type Verification =
  | { kind: "valid"; claims: { sub?: unknown; role?: unknown } }
  | { kind: "invalid" }
  | { kind: "unavailable" };

interface CallerOptions {
  serviceKeys: readonly string[];
  verify(token: string): Promise<Verification>;
}

/**
 * Identifies the caller. `verify_jwt` is off in config.toml, because the platform cannot verify
 * tokens with asymmetric keys.
 * @throws Refusal 401 `unauthorized` without a service key or a user's valid token, 503
 * `unavailable` if Auth cannot verify the token
 */
export async function identifyCaller(request: Request, options: CallerOptions): Promise<Caller> {
  const token = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  for (const key of [token, request.headers.get("apikey")]) {
    if (key && (await isOneOf(key, options.serviceKeys))) return { kind: "service" };
  }
  if (token === undefined) throw new Refusal(401, "unauthorized");
  const verification = await options.verify(token);
  if (verification.kind === "unavailable") throw new Refusal(503, "unavailable");
  if (verification.kind === "invalid") throw new Refusal(401, "unauthorized");
  const { sub, role } = verification.claims;
  if (role !== "authenticated" || typeof sub !== "string") throw new Refusal(401, "unauthorized");
  return { kind: "user", token, userId: sub };
}

/** Compares digests, so that the duration of a comparison reveals nothing about a key. */
async function isOneOf(candidate: string, keys: readonly string[]): Promise<boolean> {
  const wanted = await digest(candidate);
  const digests = await Promise.all(keys.map(digest));
  return digests.filter((other) => other === wanted).length > 0;
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
