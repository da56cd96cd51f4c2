import type { BackendError } from "../errors/backend-error.js";

/** Tokens as the auth service gives them, with the end of life by this server's clock. */
export interface TokenSet {
  accessToken: string;
  refreshToken: string;
  /** Seconds since the epoch, from `expires_in` at receipt. */
  expiresAt: number;
}

/** What became of a refresh: new tokens, the end of the session, or no answer worth the name. */
export type RefreshOutcome =
  | { status: "refreshed"; tokens: TokenSet }
  | { status: "ended"; error: BackendError }
  | { status: "unavailable"; error: BackendError };

/** A refresh under way, or settled a moment ago. */
export interface Flight {
  outcome: Promise<RefreshOutcome>;
  /** Of the request that began it. */
  budget: { readonly calls: number };
  /** Milliseconds since the epoch at which it settled; undefined while under way. */
  settledAt?: number;
}

/** Back-off of the auth service as a whole. */
export interface BreakerState {
  /** In a row. */
  failures: number;
  /** Milliseconds since the epoch until which calls are held back; 0 while all is well. */
  openUntil: number;
  /** How often calls began to be held back. */
  openings: number;
}
