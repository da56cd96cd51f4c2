import type { JWK } from "jose";
import { JWKS_FRESH_MS, JWKS_UNKNOWN_KID_MS } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { isSpanOver } from "../config/runtime.js";
import type { BackendError } from "../errors/backend-error.js";
import { askAuth } from "./ask-auth.js";
import { CallBudget } from "./call-budget.js";
import {
  type KeySighting,
  type ProjectKey,
  type ProjectState,
  projectState,
} from "./project-state.js";
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

async function fetchKeys(
  backend: Backend,
  state: ProjectState,
  budget: CallBudget | undefined,
): Promise<BackendError | null> {
  const { value: byId, error } = await askAuth(
    backend,
    { path: "/.well-known/jwks.json", method: "GET", operation: "auth.jwks", budget },
    importKeys,
  );
  if (error) return error;
  state.keys.byId = byId;
  state.keys.fetchedAt = backend.runtime.now();
  // A withdrawn key takes with it what it verified.
  for (const [token, { kid }] of state.verified) {
    if (kid !== "" && !byId.has(kid)) state.verified.delete(token);
  }
  return null;
}

/** One request for any number of callers. */
async function shareFetch(
  backend: Backend,
  state: ProjectState,
  budget: CallBudget | undefined,
): Promise<BackendError | null> {
  state.keys.inFlight ??= (async () => {
    try {
      return await fetchKeys(backend, state, budget);
    } finally {
      state.keys.inFlight = null;
    }
  })();
  return state.keys.inFlight;
}

/** Whether something that may happen every 30 s happened less than that ago. */
function isRecent(at: number | null | undefined, now: number): boolean {
  return typeof at === "number" && !isSpanOver(at, JWKS_UNKNOWN_KID_MS, now);
}

function isRecentFor(sighting: KeySighting | null, kid: string, now: number): boolean {
  return sighting?.kid === kid && isRecent(sighting.at, now);
}

/**
 * Asks again for keys that are out of date but usable: nobody waits, and a failing key service
 * changes nothing. Asked on each use of a key, also for a token that was verified before; once,
 * since there is another time in 30 s.
 */
export function renewStaleKeys(
  backend: Backend,
  state: ProjectState,
  { now, budget }: { now: number; budget?: CallBudget | undefined },
): void {
  const { keys } = state;
  if (keys.fetchedAt !== null && !isSpanOver(keys.fetchedAt, JWKS_FRESH_MS, now)) return;
  if (isRecent(keys.askedAt, now)) return;
  const one = CallBudget.one(backend.runtime, budget);
  if (one === null) return;
  keys.askedAt = now;
  void shareFetch(backend, state, one);
}

/** A key of the project, why there is none, or that the service uses one we cannot have yet. */
export type FoundKey =
  | { key: ProjectKey; error: null }
  | { key: null; error: BackendError }
  | { key: null; error: null; isInUse: boolean };

/** How a key is looked for. */
export interface KeySearch {
  /**
   * Whether the token came from the service just now: nobody can have made its key id up, so it may
   * ask whoever asked for another one before.
   */
  isFromService?: boolean | undefined;
  /** What the request may spend. */
  budget?: CallBudget | undefined;
}

/**
 * The project's key of an id. Known keys are used while they are fresh; stale ones stay in use
 * while asking again fails; an unknown id asks at most once per 30 s. A cache in front of the
 * service may not have the newest key yet: that the service uses it is remembered for as long.
 */
export async function findKey(
  backend: Backend,
  kid: string,
  { isFromService = false, budget }: KeySearch = {},
): Promise<FoundKey> {
  const state = projectState(backend.url);
  const { keys } = state;
  const now = backend.runtime.now();
  const known = keys.byId.get(kid);
  if (known) {
    renewStaleKeys(backend, state, { now, budget });
    return { key: known, error: null };
  }
  const isCold = keys.fetchedAt === null;
  const hasAsked = isFromService
    ? isRecentFor(keys.askedFor, kid, now)
    : isRecent(keys.askedAt, now);
  let error: BackendError | null = null;
  if (isCold || !hasAsked || keys.inFlight !== null) {
    if (keys.inFlight === null) {
      // The first fetch of all counts for its key alone: a rotation right after it must be noticed.
      if (!isCold) keys.askedAt = now;
      keys.askedFor = { kid, at: now };
    }
    error = await shareFetch(backend, state, budget);
    const found = keys.byId.get(kid);
    if (found) return { key: found, error: null };
  }
  if (error && keys.fetchedAt === null) return { key: null, error };
  const isInUse = isFromService || isRecentFor(keys.missed, kid, now);
  if (isFromService) keys.missed = { kid, at: now };
  return { key: null, error: null, isInUse };
}
