import type { BackendError } from "../errors/backend-error.js";

/** Tokens as the auth service gives them, with the end of life by this server's clock. */
export interface TokenSet {
  accessToken: string;
  refreshToken: string;
  /** Seconds since the epoch, from `expires_in` at receipt. */
  expiresAt: number;
}

/** What became of a refresh. */
export type RefreshOutcome =
  | { status: "refreshed"; tokens: TokenSet }
  /** The service says that the session is over. */
  | { status: "ended"; error: BackendError }
  /** The service refuses, for a reason of its own that does not end the session. */
  | { status: "refused"; error: BackendError }
  /** No answer worth the name. */
  | { status: "unavailable"; error: BackendError };

/** A refresh under way, or settled a moment ago. */
export interface Flight {
  outcome: Promise<RefreshOutcome>;
  /** Milliseconds since the epoch at which it began. */
  startedAt: number;
  /** Milliseconds since the epoch at which it settled; undefined while under way. */
  settledAt?: number;
}

/** Why a session is not refreshed for a while, and until when. */
export interface Cooldown {
  outcome: Extract<RefreshOutcome, { status: "refused" | "unavailable" }>;
  until: number;
}

/** Back-off of the auth service as a whole. */
export interface BreakerState {
  /** Failed calls in a row. */
  failures: number;
  /** How many of them no visitor can have caused: no connection, or a call that is the same for all. */
  unprovoked: number;
  /** Users whose calls are among the failures: as many as matter. */
  users: string[];
  /** Whose call failed last; null when that was no one caller's doing. */
  lastUser: string | null;
  /** Openings since a call last went well: each pause is twice as long. */
  level: number;
  /** Length of the current pause in milliseconds. */
  pauseMs: number;
  /** Milliseconds since the epoch until which calls are held back; 0 while all is well. */
  openUntil: number;
  /** How often calls began to be held back. */
  openings: number;
}
