import type { BackendError } from "../errors/backend-error.js";

export interface TokenSet {
  accessToken: string;
  refreshToken: string;
  /** Seconds since the epoch, by this server's clock. */
  expiresAt: number;
}

export type RefreshOutcome =
  | { status: "refreshed"; tokens: TokenSet }
  | { status: "ended"; error: BackendError }
  | { status: "refused"; error: BackendError }
  | { status: "unavailable"; error: BackendError };

export interface Flight {
  outcome: Promise<RefreshOutcome>;
  startedAt: number;
  /** Milliseconds since the epoch. Undefined while the refresh is pending. */
  settledAt?: number;
}

export interface Cooldown {
  outcome: Extract<RefreshOutcome, { status: "refused" | "unavailable" }>;
  until: number;
}

export interface BreakerState {
  failures: number;
  unprovoked: number;
  users: string[];
  /**
   * User of the last failed call. Empty if no user was verified; null if no caller caused the
   * failure.
   */
  lastUser: string | null;
  level: number;
  pauseMs: number;
  isProbing: boolean;
  error: BackendError | null;
  /** Milliseconds since the epoch; 0 while the breaker is closed. */
  openUntil: number;
  openings: number;
}
