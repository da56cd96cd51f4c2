import type { BackendError } from "../errors/backend-error.js";

/** Tokens of the auth service, with their expiry by this server's clock. */
export interface TokenSet {
  accessToken: string;
  refreshToken: string;
  /** Seconds since the epoch, from `expires_in` at receipt. */
  expiresAt: number;
}

export type RefreshOutcome =
  | { status: "refreshed"; tokens: TokenSet }
  /** The service says that the session has ended. */
  | { status: "ended"; error: BackendError }
  /** The service refuses for a reason that does not end the session. */
  | { status: "refused"; error: BackendError }
  /** No usable response. */
  | { status: "unavailable"; error: BackendError };

/** A refresh that is in flight or just settled. */
export interface Flight {
  outcome: Promise<RefreshOutcome>;
  /** Start in milliseconds since the epoch. */
  startedAt: number;
  /** Time of settling in milliseconds since the epoch; undefined while in flight. */
  settledAt?: number;
}

/** Why a session is not refreshed for a while, and until when. */
export interface Cooldown {
  outcome: Extract<RefreshOutcome, { status: "refused" | "unavailable" }>;
  until: number;
}

/** State of the breaker in front of the auth service. */
export interface BreakerState {
  /** Failed calls in a row. */
  failures: number;
  /**
   * How many of them no visitor can have caused: no connection, or a call that is the same for all.
   */
  unprovoked: number;
  /** Users whose calls are among the failures, up to the number that opens the breaker. */
  users: string[];
  /** User of the last failed call; null if no single user caused it. */
  lastUser: string | null;
  /** Openings since the last successful call. Each pause is twice as long as the one before. */
  level: number;
  /** Length of the current pause in milliseconds. */
  pauseMs: number;
  /**
   * Milliseconds since the epoch until which calls are held back; 0 while the breaker is closed.
   */
  openUntil: number;
  /** How often the breaker has opened. */
  openings: number;
}
