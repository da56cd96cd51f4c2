import { sha256 } from "#crypto";
import { REFRESH_REUSE_MS } from "../config/constants.js";
import { withDeadline } from "../config/deadline.js";
import type { Backend } from "../config/define-backend.js";
import { isSpanOver } from "../config/runtime.js";
import type { BackendError } from "../errors/backend-error.js";
import { TERMINAL_CODES } from "../errors/codes.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import { askAuth, type CallTerms } from "./ask-auth.js";
import { CallBudget } from "./call-budget.js";
import { projectState } from "./project-state.js";
import { isRefreshToken } from "./refresh-token.js";
import type { Flight, RefreshOutcome, TokenSet } from "./types.js";

const OPERATION = "auth.refresh";

/**
 * Reads a token answer of the auth service; null when it is none.
 * @param nowMs time of receipt in milliseconds: lifetimes count from it, not from the token's dates
 */
export function parseTokens(body: unknown, nowMs: number): TokenSet | null {
  if (typeof body !== "object" || body === null) return null;
  const { access_token, refresh_token, expires_in } = body as Record<string, unknown>;
  if (typeof access_token !== "string" || access_token === "") return null;
  if (!isRefreshToken(refresh_token)) return null;
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

async function refreshOnce(
  backend: Backend,
  refreshToken: string,
  { headers, budget }: CallTerms,
): Promise<RefreshOutcome> {
  const call = {
    path: "/token?grant_type=refresh_token",
    operation: OPERATION,
    body: { refresh_token: refreshToken },
    headers,
    budget,
  };
  const { value, error } = await askAuth(backend, call, (body) =>
    parseTokens(body, backend.runtime.now()),
  );
  if (!error) return { status: "refreshed", tokens: value };
  return { status: isTerminal(error) ? "ended" : "unavailable", error };
}

/**
 * Exchanges a refresh token: the only caller of that endpoint. All resolutions in this process
 * that hold the same token share one call, and its answer for 10 s more, which is how long the
 * service accepts the token again anyway. Failures are not kept. The runtime's lock keeps other
 * instances away meanwhile; waiting for it counts into the budget. A lock that comes free when that
 * is over makes no call: nobody would store the tokens.
 */
export async function refreshTokens(
  backend: Backend,
  refreshToken: string,
  { headers, admit, budget = new CallBudget(backend.runtime) }: CallTerms = {},
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
  if (shared) {
    const outcome = await shared.outcome;
    if (outcome.status === "unavailable") budget.share(shared.budget);
    return outcome;
  }
  const refusal = admit?.();
  if (refusal) return { status: "unavailable", error: refusal };
  // A lock that fails or hangs is an outage like any other: nobody is signed out by it.
  const outcome = withDeadline(backend.runtime, budget.leftMs, () =>
    backend.runtime.lock(`refresh:${key}`, () =>
      refreshOnce(backend, refreshToken, { headers, budget }),
    ),
  ).catch(
    (thrown: unknown): RefreshOutcome => ({
      status: "unavailable",
      error: fromNetworkFailure(thrown, { operation: OPERATION }),
    }),
  );
  const flight: Flight = { outcome, budget };
  flights.set(key, flight);
  const settled = await outcome;
  if (settled.status === "unavailable") flights.delete(key);
  else flight.settledAt = backend.runtime.now();
  return settled;
}
