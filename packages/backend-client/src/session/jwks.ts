import { importJWK, type JWK } from "jose";
import { JWKS_FRESH_MS, JWKS_UNKNOWN_KID_MS } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import type { BackendError } from "../errors/backend-error.js";
import { fromForeignAnswer } from "../errors/from-network.js";
import { callAuth } from "./auth-call.js";
import { type ProjectKey, type ProjectState, projectState } from "./project-state.js";

/** Signature algorithms accepted from a key set; symmetric ones never come from there. */
const ALGORITHMS = new Set(["ES256", "RS256", "EdDSA"]);

const DEFAULT_ALGORITHM: Record<string, string> = { EC: "ES256", RSA: "RS256", OKP: "EdDSA" };

async function importKeys(body: unknown): Promise<Map<string, ProjectKey> | null> {
  if (typeof body !== "object" || body === null || !("keys" in body)) return null;
  if (!Array.isArray(body.keys)) return null;
  const keys = new Map<string, ProjectKey>();
  for (const jwk of body.keys as JWK[]) {
    const alg = jwk.alg ?? DEFAULT_ALGORITHM[jwk.kty ?? ""];
    if (!alg || !ALGORITHMS.has(alg) || typeof jwk.kid !== "string") continue;
    try {
      keys.set(jwk.kid, { alg, key: await importJWK(jwk, alg) });
    } catch {
      // A key this runtime cannot use is as good as one that is not there.
    }
  }
  return keys;
}

async function fetchKeys(backend: Backend, state: ProjectState): Promise<BackendError | null> {
  const operation = "auth.jwks";
  const { body, error } = await callAuth(backend, {
    path: "/.well-known/jwks.json",
    method: "GET",
    operation,
  });
  if (error) return error;
  const byId = await importKeys(body);
  if (!byId) return fromForeignAnswer({ status: 200, operation });
  state.keys.byId = byId;
  state.keys.fetchedAt = backend.runtime.now();
  // A withdrawn key takes with it what it verified.
  for (const [token, { kid }] of state.verified) {
    if (kid !== "" && !byId.has(kid)) state.verified.delete(token);
  }
  return null;
}

/** One request for any number of callers. */
async function shareFetch(backend: Backend, state: ProjectState): Promise<BackendError | null> {
  state.keys.inFlight ??= (async () => {
    state.keys.attemptedAt = backend.runtime.now();
    try {
      return await fetchKeys(backend, state);
    } finally {
      state.keys.inFlight = null;
    }
  })();
  return state.keys.inFlight;
}

/**
 * The project's key of an id. Known keys are used while they are fresh; stale ones stay in use
 * while asking again fails; an unknown id asks at most once per 30 s.
 * @returns the key, null when the project has none of that id, or why that cannot be told
 */
export async function findKey(
  backend: Backend,
  kid: string,
): Promise<{ key: ProjectKey | null; error: null } | { key: null; error: BackendError }> {
  const state = projectState(backend.url);
  const { keys } = state;
  const now = backend.runtime.now();
  const isFresh = keys.fetchedAt !== null && now - keys.fetchedAt < JWKS_FRESH_MS;
  const known = keys.byId.get(kid);
  if (known && isFresh) return { key: known, error: null };
  const mayAsk =
    keys.inFlight !== null ||
    keys.fetchedAt === null ||
    keys.attemptedAt === null ||
    now - keys.attemptedAt >= JWKS_UNKNOWN_KID_MS;
  if (known) {
    // Out of date but usable: nobody waits, and a failing key service changes nothing.
    if (mayAsk) void shareFetch(backend, state);
    return { key: known, error: null };
  }
  const error = mayAsk ? await shareFetch(backend, state) : null;
  const found = keys.byId.get(kid);
  if (found) return { key: found, error: null };
  return error && keys.fetchedAt === null ? { key: null, error } : { key: null, error: null };
}
