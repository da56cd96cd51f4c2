import type { JWK } from "jose";
import { AUTH_DEADLINE_MS, JWKS_FRESH_MS, JWKS_UNKNOWN_KID_MS } from "../config/constants.js";
import { withDeadline } from "../config/deadline.js";
import type { Backend } from "../config/define-backend.js";
import type { Log } from "../config/logger.js";
import { isSpanOver } from "../config/runtime.js";
import type { BackendError } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import { timeSpent } from "./auth-http.js";
import { type CallTerms, requestAuth } from "./auth-request.js";
import { type ProjectKey, type ProjectState, projectState } from "./project-state.js";
import { joinCall, LOST } from "./shared-call.js";
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

const OPERATION = "auth.jwks";

/** How long a caller waits for the keys, and where a fetch of them is reported. */
type KeyTerms = Pick<CallTerms, "time" | "log">;

async function fetchKeys(
  backend: Backend,
  state: ProjectState,
  log: Log | undefined,
): Promise<BackendError | null> {
  const call = { path: "/.well-known/jwks.json", method: "GET", operation: OPERATION } as const;
  const { value: byId, error } = await requestAuth(
    backend,
    { ...call, isForAll: true, log },
    importKeys,
  );
  if (error) return error;
  state.keys.byId = byId;
  state.keys.fetchedAt = backend.runtime.now();
  for (const kid of byId.keys()) state.keys.missing.delete(kid);
  // A withdrawn key takes with it what it verified.
  for (const { verified } of state.realms.values()) {
    for (const [token, { kid }] of verified) {
      if (kid !== "" && !byId.has(kid)) verified.delete(token);
    }
  }
  return null;
}

/** Begins a request whose answer is for all. */
function beginFetch(
  backend: Backend,
  state: ProjectState,
  log: Log | undefined,
): Promise<BackendError | null> {
  const { keys } = state;
  const call = fetchKeys(backend, state, log).finally(() => {
    if (keys.inFlight?.call === call) keys.inFlight = null;
  });
  keys.inFlight = { call, startedAt: backend.runtime.now() };
  return call;
}

/**
 * One request for any number of callers. It has 3 s of its own, so that how it ends depends on no
 * caller; each of them waits only as long as its own request may.
 */
async function shareFetch(
  backend: Backend,
  state: ProjectState,
  { time, log }: KeyTerms,
): Promise<BackendError | null> {
  const { runtime } = backend;
  const { keys } = state;
  if (time && time.leftMs <= 0) return timeSpent(OPERATION);
  const wait = <T>(call: Promise<T>): Promise<T | BackendError> =>
    time
      ? withDeadline(runtime, time.leftMs, () => call).catch((thrown: unknown) =>
          fromNetworkFailure(thrown, { operation: OPERATION }),
        )
      : call;
  const { inFlight } = keys;
  // One that takes longer than it may was lost with the request that began it.
  if (inFlight === null || isSpanOver(inFlight.startedAt, AUTH_DEADLINE_MS, runtime.now())) {
    return wait(beginFetch(backend, state, log));
  }
  const joined = await wait(joinCall(inFlight.call));
  if (joined !== LOST) return joined;
  if (keys.inFlight === inFlight) keys.inFlight = null;
  return shareFetch(backend, state, { time, log });
}

/** Whether something that may happen every 30 s happened less than that ago. */
function isRecent(at: number | null | undefined, now: number): boolean {
  return typeof at === "number" && !isSpanOver(at, JWKS_UNKNOWN_KID_MS, now);
}

/**
 * Asks again for keys that are out of date but usable: nobody waits, and a failing key service
 * changes nothing. Asked on each use of a key, also for a token that was verified before; once,
 * since there is another time in 30 s.
 */
export function renewStaleKeys(
  backend: Backend,
  state: ProjectState,
  { now, log }: { now: number; log?: Log | undefined },
): void {
  const { keys } = state;
  if (keys.fetchedAt !== null && !isSpanOver(keys.fetchedAt, JWKS_FRESH_MS, now)) return;
  if (isRecent(keys.askedAt, now)) return;
  keys.askedAt = now;
  void shareFetch(backend, state, { log });
}

/** A key of the project, why there is none, or that the service uses one we cannot have yet. */
export type FoundKey =
  | { key: ProjectKey; error: null }
  | { key: null; error: BackendError }
  | { key: null; error: null; isInUse: boolean };

/** How a key is looked for. */
export interface KeySearch extends KeyTerms {
  /**
   * Whether the token came from the service just now: nobody can have made its key id up, so it may
   * ask whoever asked for another one before.
   */
  isFromService?: boolean | undefined;
}

/**
 * The project's key of an id. Known keys are used while they are fresh; stale ones stay in use
 * while asking again fails. A token that the service made just now may ask for its key once, all
 * others once per 30 s. A cache in front of the service may not have the newest key yet: that the
 * service uses it is remembered until it does.
 */
export async function findKey(
  backend: Backend,
  kid: string,
  { isFromService = false, time, log }: KeySearch = {},
): Promise<FoundKey> {
  const state = projectState(backend.url);
  const { keys } = state;
  const now = backend.runtime.now();
  const known = keys.byId.get(kid);
  if (known) {
    renewStaleKeys(backend, state, { now, log });
    return { key: known, error: null };
  }
  const isCold = keys.fetchedAt === null;
  const isFirst = isFromService && !keys.missing.has(kid);
  let error: BackendError | null = null;
  if (isCold || isFirst || !isRecent(keys.askedAt, now) || keys.inFlight !== null) {
    // What is under way may have been asked too early for this key.
    if (isFirst && keys.inFlight === null) keys.missing.add(kid);
    // The first fetch of all counts for its key alone: a rotation right after it must be noticed.
    if (!isCold && keys.inFlight === null) keys.askedAt = now;
    error = await shareFetch(backend, state, { time, log });
    const found = keys.byId.get(kid);
    if (found) return { key: found, error: null };
  }
  if (error && keys.fetchedAt === null) return { key: null, error };
  return { key: null, error: null, isInUse: isFromService || keys.missing.has(kid) };
}

/**
 * Whether the project signs with asymmetric keys; an error when that cannot be learned. A service
 * without a key set, as older ones are, has none.
 */
export async function hasAsymmetricKeys(
  backend: Backend,
  terms: KeyTerms,
): Promise<boolean | BackendError> {
  const state = projectState(backend.url);
  if (state.keys.fetchedAt === null) {
    const error = await shareFetch(backend, state, terms);
    if (error && error.status !== 404) return error;
  }
  return state.keys.byId.size > 0;
}
