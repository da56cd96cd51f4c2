import type { BackendError } from "../errors/backend-error.js";

export interface TokenSet {
  accessToken: string;
  refreshToken: string;
  /** Seconds since the epoch, by this server's clock, from `expires_in` at receipt. */
  expiresAt: number;
}

export type RefreshOutcome =
  | { status: "refreshed"; tokens: TokenSet }
  | { status: "ended"; error: BackendError }
  /** The service refuses for a reason that does not end the session. */
  | { status: "refused"; error: BackendError }
  | { status: "unavailable"; error: BackendError };

export interface Flight {
  outcome: Promise<RefreshOutcome>;
  startedAt: number;
  /** In milliseconds since the epoch; undefined while in flight. */
  settledAt?: number;
}

export interface Cooldown {
  outcome: Extract<RefreshOutcome, { status: "refused" | "unavailable" }>;
  until: number;
}

export interface BreakerState {
  failures: number;
  /** Failures that no visitor can cause: no connection, or a call that is the same for all. */
  unprovoked: number;
  /** Users whose calls are among the failures, up to the number that opens the breaker. */
  users: string[];
  /** User of the last failed call; null if no single user caused it. */
  lastUser: string | null;
  /** Openings by failures since the last success. Each doubles the pause, up to 30 s. */
  level: number;
  pauseMs: number;
  /** True while a call tests the service after a pause. */
  isProbing: boolean;
  /** The last failure. Null after a success. */
  error: BackendError | null;
  /** In milliseconds since the epoch; 0 while the breaker is closed. */
  openUntil: number;
  openings: number;
}
