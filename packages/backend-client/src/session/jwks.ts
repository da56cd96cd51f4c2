import type { JWK } from "jose";
import { JWKS_FRESH_MS, JWKS_UNKNOWN_KID_MS } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { isSpanOver } from "../config/runtime.js";
import type { BackendError } from "../errors/backend-error.js";
import { fromForeignAnswer } from "../errors/from-network.js";
import { callAuth } from "./auth-call.js";
import { type ProjectKey, type ProjectState, projectState } from "./project-state.js";
import { importKey } from "./signature.js";

async function importKeys(body: unknown): Promise<Map<string, ProjectKey> | null> {
  if (typeof body !== "object" || body === null || !("keys" in body)) return null;
  if (!Array.isArray(body.keys)) return null;
  const keys = new Map<string, ProjectKey>();
  for (const jwk of body.keys as (JWK | null)[]) {
    if (typeof jwk?.kid !== "string") continue;
    try {
      const key = await importKey(jwk);
      if (key) keys.set(jwk.kid, key);
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
    try {
      return await fetchKeys(backend, state);
    } finally {
      state.keys.inFlight = null;
    }
  })();
  return state.keys.inFlight;
}

/**
 * Asks again for keys that are out of date but usable: nobody waits, and a failing key service
 * changes nothing. Asked on each use of a key, also for a token that was verified before.
 */
export function renewStaleKeys(backend: Backend, state: ProjectState, now: number): void {
  const { keys } = state;
  if (keys.fetchedAt !== null && !isSpanOver(keys.fetchedAt, JWKS_FRESH_MS, now)) return;
  if (keys.askedAt !== null && !isSpanOver(keys.askedAt, JWKS_UNKNOWN_KID_MS, now)) return;
  keys.askedAt = now;
  void shareFetch(backend, state);
}

/**
 * The project's key of an id. Known keys are used while they are fresh; stale ones stay in use
 * while asking again fails; an unknown id asks at most once per 30 s.
 * @param options.isFromService whether the token came from the service just now: nobody can have
 * made its key id up, so it always may ask
 * @returns the key, null when the project has none of that id, or why that cannot be told
 */
export async function findKey(
  backend: Backend,
  kid: string,
  options: { isFromService?: boolean | undefined } = {},
): Promise<{ key: ProjectKey | null; error: null } | { key: null; error: BackendError }> {
  const state = projectState(backend.url);
  const { keys } = state;
  const now = backend.runtime.now();
  const isCold = keys.fetchedAt === null;
  const mayAsk = keys.askedAt === null || isSpanOver(keys.askedAt, JWKS_UNKNOWN_KID_MS, now);
  const known = keys.byId.get(kid);
  if (known) {
    renewStaleKeys(backend, state, now);
    return { key: known, error: null };
  }
  if (!isCold && !mayAsk && !options.isFromService && keys.inFlight === null) {
    return { key: null, error: null };
  }
  // The first fetch of all is not counted: a rotation right after it must still be noticed.
  if (!isCold) keys.askedAt = now;
  const error = await shareFetch(backend, state);
  const found = keys.byId.get(kid);
  if (found) return { key: found, error: null };
  return error && keys.fetchedAt === null ? { key: null, error } : { key: null, error: null };
}
