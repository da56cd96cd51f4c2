import type { StoredSession } from "../cookies/encode.js";
import type { SignatureCheck } from "../crypto/types.js";
import type { BackendError } from "../errors/backend-error.js";
import type { SessionClaims } from "./session.js";
import type { BreakerState, Flight } from "./types.js";

/** One public key of a project, bound to its algorithm. */
export interface ProjectKey {
  alg: string;
  check: SignatureCheck;
}

/** A key id at a moment, in milliseconds since the epoch. */
export interface KeySighting {
  kid: string;
  at: number;
}

/** What all copies of the SDK in this process share about one project. */
export interface ProjectState {
  /** Refreshes by hash of the refresh token. */
  flights: Map<string, Flight>;
  /** Keys by id, the time of the last good answer, and the request under way. */
  keys: {
    byId: Map<string, ProjectKey>;
    fetchedAt: number | null;
    /** Time of the last request that an unknown key id or age caused. */
    askedAt: number | null;
    /** The unknown key id that was asked for last, and when. */
    askedFor: KeySighting | null;
    /** The key id of the last token that the service made and no key fitted, and when. */
    missed: KeySighting | null;
    inFlight: Promise<BackendError | null> | null;
  };
  /** Tokens of a symmetric key that the service is being asked about, by hash. */
  asked: Map<string, Promise<BackendError | null>>;
  /** What the service said of such tokens, by hash, and until when that counts; oldest first. */
  answers: Map<string, { isGood: boolean; until: number }>;
  /** Claims of tokens that were verified here, least recently used first. */
  verified: Map<string, { claims: SessionClaims; kid: string; until: number }>;
  /**
   * What session cookies hold whose token was verified here, oldest first. By the header of the
   * cookie, since hashing all of it takes longer than comparing it.
   */
  decoded: Map<string, { value: string; session: Readonly<StoredSession> }>;
  /**
   * Refresh tokens and session ids that ended here, and until when that is remembered, oldest
   * first; apart from them the refresh tokens of which only an unverified cookie says so.
   */
  ended: {
    refreshTokens: Map<string, number>;
    sessionIds: Map<string, number>;
    unverified: Map<string, number>;
  };
  /** Calls that each client may still cause, and when that was counted; longest unseen first. */
  clients: Map<string, { left: number; at: number }>;
  breaker: BreakerState;
}

// The version changes when the shape does, so that two SDK versions in one process do not mix.
const KEY = Symbol.for("@dossier/backend-client/process-state/7");

function allProjects(): Map<string, ProjectState> {
  const global = globalThis as { [KEY]?: Map<string, ProjectState> };
  global[KEY] ??= new Map();
  return global[KEY];
}

/**
 * The state of a project in this process. Next loads the SDK three times (proxy, page, route), so
 * a module variable would be three; and it is kept per project, since a server may serve many.
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
      askedFor: null,
      missed: null,
      inFlight: null,
    },
    asked: new Map(),
    answers: new Map(),
    verified: new Map(),
    decoded: new Map(),
    ended: { refreshTokens: new Map(), sessionIds: new Map(), unverified: new Map() },
    clients: new Map(),
    breaker: { failures: 0, openUntil: 0, openings: 0 },
  };
  projects.set(url, created);
  return created;
}

/** Forgets a project, as a new process would begin. */
export function forgetProject(url: string): void {
  allProjects().delete(url);
}
