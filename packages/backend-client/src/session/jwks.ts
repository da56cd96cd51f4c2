import type { JWK } from "jose";
import { AUTH_DEADLINE_MS, JWKS_FRESH_MS, JWKS_UNKNOWN_KID_MS } from "../config/constants.js";
import { withDeadline } from "../config/deadline.js";
import type { Backend } from "../config/define-backend.js";
import { isSpanOver } from "../config/runtime.js";
import type { BackendError } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import { timeSpent } from "./auth-http.js";
import { type CallTerms, requestAuth } from "./auth-request.js";
import { type ProjectKey, type ProjectState, projectState } from "./project-state.js";
import type { Report } from "./report-types.js";
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
      // Skip a key that is too short, or that this runtime cannot import.
    }
  }
  return keys;
}

const OPERATION = "auth.jwks";

type KeyTerms = Pick<CallTerms, "time" | "log">;

async function fetchKeys(
  backend: Backend,
  state: ProjectState,
  log: Report | undefined,
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
  for (const { verified } of state.realms.values()) {
    for (const [token, { kid }] of verified) {
      if (kid !== "" && !byId.has(kid)) verified.delete(token);
    }
  }
  return null;
}

function beginFetch(
  backend: Backend,
  state: ProjectState,
  log: Report | undefined,
): Promise<BackendError | null> {
  const { keys } = state;
  const call = fetchKeys(backend, state, log).finally(() => {
    if (keys.inFlight?.call === call) keys.inFlight = null;
  });
  keys.inFlight = { call, startedAt: backend.runtime.now() };
  return call;
}

/**
 * The shared fetch has its own deadline of 3 s. Each caller waits only for the rest of its own time
 * limit.
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
  // On Workers, a fetch may stay pending forever after its request has ended, so start another
  // fetch after the deadline.
  if (inFlight === null || isSpanOver(inFlight.startedAt, AUTH_DEADLINE_MS, runtime.now())) {
    return wait(beginFetch(backend, state, log));
  }
  const joined = await wait(joinCall(inFlight.call));
  if (joined !== LOST) return joined;
  if (keys.inFlight === inFlight) keys.inFlight = null;
  return shareFetch(backend, state, { time, log });
}

function isRecent(at: number | null | undefined, now: number): boolean {
  return typeof at === "number" && !isSpanOver(at, JWKS_UNKNOWN_KID_MS, now);
}

export function renewStaleKeys(
  backend: Backend,
  state: ProjectState,
  { now, log }: { now: number; log?: Report | undefined },
): void {
  const { keys } = state;
  if (keys.fetchedAt !== null && !isSpanOver(keys.fetchedAt, JWKS_FRESH_MS, now)) return;
  if (isRecent(keys.askedAt, now)) return;
  keys.askedAt = now;
  void shareFetch(backend, state, { log });
}

export type FoundKey =
  | { key: ProjectKey; error: null }
  | { key: null; error: BackendError }
  | { key: null; error: null; isInUse: boolean };

export interface KeySearch extends KeyTerms {
  /**
   * True if the auth service just issued the token. An attacker cannot choose the key id of such a
   * token.
   */
  isFromService?: boolean | undefined;
}

/**
 * Finds a key by its id. If the id is unknown, fetches the keys: once for a token that the auth
 * service just issued, and at most once in 30 s for all other tokens. A cache in front of the
 * service may lack the newest key, so `missing` records ids that are in use but not in the key set.
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
    // A pending fetch may have started before the key existed, so it does not prove that the key is
    // missing.
    if (isFirst && keys.inFlight === null) keys.missing.add(kid);
    // The first fetch does not start the wait of 30 s, because the keys may rotate right after it.
    if (!isCold && keys.inFlight === null) keys.askedAt = now;
    error = await shareFetch(backend, state, { time, log });
    const found = keys.byId.get(kid);
    if (found) return { key: found, error: null };
  }
  if (error && keys.fetchedAt === null) return { key: null, error };
  return { key: null, error: null, isInUse: isFromService || keys.missing.has(kid) };
}

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
