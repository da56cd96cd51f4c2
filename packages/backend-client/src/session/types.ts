import type { BackendError } from "../errors/backend-error.js";

export interface TokenSet {
  accessToken: string;
  refreshToken: string;
  /** In seconds since the epoch, by this server's clock. */
  expiresAt: number;
}

export type RefreshOutcome =
  | { status: "refreshed"; tokens: TokenSet }
  | { status: "ended"; error: BackendError }
  /** The refusal does not end the session. */
  | { status: "refused"; error: BackendError }
  | { status: "unavailable"; error: BackendError };

export interface Flight {
  outcome: Promise<RefreshOutcome>;
  startedAt: number;
  /** In milliseconds since the epoch. Undefined while the refresh is pending. */
  settledAt?: number;
}

export interface Cooldown {
  outcome: Extract<RefreshOutcome, { status: "refused" | "unavailable" }>;
  until: number;
}

export interface BreakerState {
  failures: number;
  /** Failures that no visitor can cause. */
  unprovoked: number;
  /** At most as many as the breaker needs to open. */
  users: string[];
  /** Empty without a verified user. Null if no caller caused the failure. */
  lastUser: string | null;
  /** Openings since the last success. Each doubles the pause, up to 30 s. */
  level: number;
  pauseMs: number;
  isProbing: boolean;
  error: BackendError | null;
  /** In milliseconds since the epoch; 0 while the breaker is closed. */
  openUntil: number;
  openings: number;
}
