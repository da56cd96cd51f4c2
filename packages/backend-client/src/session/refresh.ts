import { AUTH_DEADLINE_MS, REFRESH_REUSE_MS } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { isSpanOver } from "../config/runtime.js";
import type { BackendError } from "../errors/backend-error.js";
import { TERMINAL_CODES } from "../errors/codes.js";
import { fromForeignAnswer, fromNetworkFailure } from "../errors/from-network.js";
import { callAuth, withDeadline } from "./auth-call.js";
import { heldBack, noteAnswer, noteFailure } from "./breaker.js";
import { sha256 } from "./node-crypto.js";
import { type Flight, projectState } from "./project-state.js";

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

/**
 * Reads a token answer of the auth service; null when it is none.
 * @param nowMs time of receipt in milliseconds: lifetimes count from it, not from the token's dates
 */
export function parseTokens(body: unknown, nowMs: number): TokenSet | null {
  if (typeof body !== "object" || body === null) return null;
  const { access_token, refresh_token, expires_in } = body as Record<string, unknown>;
  if (typeof access_token !== "string" || access_token === "") return null;
  if (typeof refresh_token !== "string" || refresh_token === "") return null;
  if (typeof expires_in !== "number" || !Number.isFinite(expires_in)) return null;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: Math.floor(nowMs / 1000 + expires_in),
  };
}

/** Whether an error of the auth service says that the session is over. */
export function isTerminal(error: BackendError): boolean {
  return error.kind === "auth" && TERMINAL_CODES.has(error.upstreamCode ?? error.code);
}

/** What else decides about a refresh. */
export interface RefreshOptions {
  /** Extra headers for the call, such as the visitor's address. */
  headers?: Record<string, string> | undefined;
  /** Asked before a call is made, not for callers who share one; answers why it must not be. */
  admit?: (() => BackendError | null) | undefined;
}

async function refreshOnce(
  backend: Backend,
  refreshToken: string,
  headers: Record<string, string>,
): Promise<RefreshOutcome> {
  const { breaker } = projectState(backend.url);
  const operation = "auth.refresh";
  const held = heldBack(breaker, backend.runtime.now(), operation);
  if (held) return { status: "unavailable", error: held };
  const { body, error } = await callAuth(backend, {
    path: "/token?grant_type=refresh_token",
    operation,
    body: { refresh_token: refreshToken },
    headers,
  });
  const now = backend.runtime.now();
  if (error) {
    if (isTerminal(error)) {
      noteAnswer(breaker);
      return { status: "ended", error };
    }
    noteFailure(breaker, error, now);
    return { status: "unavailable", error };
  }
  const tokens = parseTokens(body, now);
  if (!tokens) {
    const foreign = fromForeignAnswer({ status: 200, operation });
    noteFailure(breaker, foreign, now);
    return { status: "unavailable", error: foreign };
  }
  noteAnswer(breaker);
  return { status: "refreshed", tokens };
}

/**
 * Exchanges a refresh token: the only caller of that endpoint. All resolutions in this process
 * that hold the same token share one call, and its answer for 10 s more, which is how long the
 * service accepts the token again anyway. Failures are not kept. The runtime's lock keeps other
 * instances away meanwhile; waiting for it counts into the deadline.
 */
export async function refreshTokens(
  backend: Backend,
  refreshToken: string,
  { headers = {}, admit }: RefreshOptions = {},
): Promise<RefreshOutcome> {
  const { flights } = projectState(backend.url);
  const key = await sha256(refreshToken);
  const now = backend.runtime.now();
  for (const [other, flight] of flights) {
    // Stryker disable next-line ConditionalExpression: for the type; no span is over since undefined
    if (flight.settledAt !== undefined && isSpanOver(flight.settledAt, REFRESH_REUSE_MS, now)) {
      flights.delete(other);
    }
  }
  const shared = flights.get(key);
  if (shared) return shared.outcome;
  const refusal = admit?.();
  if (refusal) return { status: "unavailable", error: refusal };
  // A lock that fails or hangs is an outage like any other: nobody is signed out by it.
  const outcome = withDeadline(backend, AUTH_DEADLINE_MS, () =>
    backend.runtime.lock(`refresh:${key}`, () => refreshOnce(backend, refreshToken, headers)),
  ).catch(
    (thrown: unknown): RefreshOutcome => ({
      status: "unavailable",
      error: fromNetworkFailure(thrown, { operation: "auth.refresh" }),
    }),
  );
  const flight: Flight = { outcome };
  flights.set(key, flight);
  const settled = await outcome;
  if (settled.status === "unavailable") flights.delete(key);
  else flight.settledAt = backend.runtime.now();
  return settled;
}
