import type { BackendError } from "../errors/backend-error.js";

export interface TokenSet {
  accessToken: string;
  refreshToken: string;
  /**
   * Expiry in seconds since the epoch, by this server's clock: the time of receipt plus
   * `expires_in`.
   */
  expiresAt: number;
}

export type RefreshOutcome =
  | { status: "refreshed"; tokens: TokenSet }
  | { status: "ended"; error: BackendError }
  /** The auth service refuses the refresh for a reason that does not end the session. */
  | { status: "refused"; error: BackendError }
  | { status: "unavailable"; error: BackendError };

export interface Flight {
  outcome: Promise<RefreshOutcome>;
  startedAt: number;
  /**
   * Time at which the refresh settled, in milliseconds since the epoch. Undefined while the refresh
   * is pending.
   */
  settledAt?: number;
}

export interface Cooldown {
  outcome: Extract<RefreshOutcome, { status: "refused" | "unavailable" }>;
  until: number;
}

export interface BreakerState {
  failures: number;
  /**
   * Number of failures that no visitor can cause: the connection failed, or the call is the same
   * for all visitors.
   */
  unprovoked: number;
  /** The users whose calls are among the failures, at most as many as the breaker needs to open. */
  users: string[];
  /**
   * The user of the last failed call, or an empty string if the caller's user was not verified. Null
   * if no caller caused the failure, or if no call failed.
   */
  lastUser: string | null;
  /**
   * Number of times that failures opened the breaker since the last success. Each time doubles the
   * pause, up to 30 s.
   */
  level: number;
  pauseMs: number;
  /** True while a call tests the auth service after a pause. */
  isProbing: boolean;
  /** The last failure. Null after a success. */
  error: BackendError | null;
  /** End of the pause, in milliseconds since the epoch; 0 while the breaker is closed. */
  openUntil: number;
  openings: number;
}
