import { sha256 } from "#crypto";
import type { Backend } from "../config/define-backend.js";
import type { SignatureCheck } from "../crypto/types.js";
import type { BackendError } from "../errors/backend-error.js";
import { createForwardingState, type ForwardingState } from "../limits/forwarding-key.js";
import { createLimitState, type LimitState } from "../limits/limiter.js";
import type { VerifiedClaims } from "./claims.js";
import type { BreakerState, Cooldown, Flight } from "./types.js";

/** The key has a fixed algorithm, so that a token cannot choose another one. */
export interface ProjectKey {
  alg: string;
  check: SignatureCheck;
}

export interface TokenHashes {
  accessToken: string;
  refreshToken: string;
}

/** State that all backends share that accept the same tokens. */
export interface RealmState {
  asked: Map<string, Promise<BackendError | null>>;
  /** Keyed by the hash of the token; oldest first. */
  answers: Map<string, { isGood: boolean; until: number }>;
  /**
   * Time until which the server assumes that a session still exists. Keyed by the hash of the
   * access token; oldest first.
   */
  alive: Map<string, number>;
  /** Keyed by the hash of the token; least recently used first. */
  verified: Map<string, { claims: VerifiedClaims; kid: string; until: number }>;
  /** Keyed by the hash of the cookie; oldest first. */
  cookies: Map<string, TokenHashes>;
  ended: {
    refreshTokens: Map<string, number>;
    sessionIds: Map<string, number>;
  };
}

export interface ProjectState {
  flights: Map<string, Flight>;
  keys: {
    byId: Map<string, ProjectKey>;
    fetchedAt: number | null;
    askedAt: number | null;
    /** Key ids of tokens that the auth service issued but whose key is not in the key set. */
    missing: Set<string>;
    inFlight: { call: Promise<BackendError | null>; startedAt: number } | null;
  };
  realms: Map<string, RealmState>;
  /** Keyed by the hash of the refresh token; oldest first. */
  cooldowns: Map<string, Cooldown>;
  holds: Map<string, number>;
  limits: { buckets: LimitState; forwarding: ForwardingState; logged: Set<string> };
  breaker: BreakerState;
}

// Increase the number when `ProjectState` changes, so that two SDK versions do not share one
// object.
const KEY = Symbol.for("@dossier/backend-client/process-state/13");

export function allProjects(): Map<string, ProjectState> {
  const global = globalThis as { [KEY]?: Map<string, ProjectState> };
  global[KEY] ??= new Map();
  return global[KEY];
}

export function closedBreaker(): BreakerState {
  return {
    failures: 0,
    unprovoked: 0,
    users: [],
    lastUser: null,
    level: 0,
    pauseMs: 0,
    openUntil: 0,
    isProbing: false,
    error: null,
    openings: 0,
  };
}

/**
 * The state is on `globalThis`, because Next loads the SDK three times (proxy, page, route), each
 * time with its own module variables.
 */
export function projectState(url: string): ProjectState {
  const projects = allProjects();
  const known = projects.get(url);
  if (known) return known;
  const created: ProjectState = {
    flights: new Map(),
    keys: {
      byId: new Map(),
      fetchedAt: null,
      askedAt: null,
      missing: new Set(),
      inFlight: null,
    },
    realms: new Map(),
    cooldowns: new Map(),
    holds: new Map(),
    limits: {
      buckets: createLimitState(),
      forwarding: createForwardingState(),
      logged: new Set(),
    },
    breaker: closedBreaker(),
  };
  projects.set(url, created);
  return created;
}

const realmKeys = new WeakMap<object, Map<string | undefined, string>>();

export async function realmState(
  backend: Pick<Backend, "url" | "issuers" | "audience">,
  secret: string | undefined,
): Promise<RealmState> {
  const { url, issuers, audience } = backend;
  const names = realmKeys.get(backend) ?? new Map<string | undefined, string>();
  realmKeys.set(backend, names);
  // Store the hash, not its promise: on Workers, the promise of a request that has ended may never
  // resolve.
  const name =
    names.get(secret) ?? (await sha256(JSON.stringify([url, issuers, audience, secret ?? null])));
  names.set(secret, name);
  const { realms } = projectState(backend.url);
  const known = realms.get(name);
  if (known) return known;
  const created: RealmState = {
    asked: new Map(),
    answers: new Map(),
    alive: new Map(),
    verified: new Map(),
    cookies: new Map(),
    ended: { refreshTokens: new Map(), sessionIds: new Map() },
  };
  realms.set(name, created);
  return created;
}
