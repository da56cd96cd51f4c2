import { sha256 } from "#crypto";
import {
  AUTH_DEADLINE_MS,
  CLOCK_SKEW_COOLDOWN_MS,
  COOLDOWNS_MAX,
  FLIGHTS_MAX,
  REFRESH_REUSE_MS,
  REFUSED_COOLDOWN_MS,
} from "../config/constants.js";
import { withDeadline } from "../config/deadline.js";
import type { Backend } from "../config/define-backend.js";
import { isSpanOver } from "../config/runtime.js";
import { BackendError } from "../errors/backend-error.js";
import { TERMINAL_AT_REFRESH, TERMINAL_CODES } from "../errors/codes.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import { type CallTerms, requestAuth } from "./auth-request.js";
import { REFRESH_PATH } from "./auth-transport.js";
import { CallTime } from "./call-time.js";
import { type ProjectState, projectState } from "./project-state.js";
import { isRefreshToken } from "./refresh-token.js";
import type { Report } from "./report-types.js";
import { joinCall, LOST } from "./shared-call.js";
import type { Cooldown, Flight, RefreshOutcome, TokenSet } from "./types.js";

const OPERATION = "auth.refresh";

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

export function isTerminal(error: BackendError): boolean {
  return error.kind === "auth" && TERMINAL_CODES.has(error.upstreamCode ?? error.code);
}

function isEnd(error: BackendError): boolean {
  if (isTerminal(error)) return true;
  const code = error.upstreamCode ?? error.code;
  return error.kind === "auth" && error.status === 400 && TERMINAL_AT_REFRESH.has(code);
}

const PASSING = new Set([408, 409, 429]);

function isRefusal({ kind, status = 0 }: BackendError): boolean {
  return kind === "auth" && status >= 400 && status < 500 && !PASSING.has(status);
}

async function refreshOnce(
  backend: Backend,
  refreshToken: string,
  { headers, limiter, time, user, log }: CallTerms,
): Promise<RefreshOutcome> {
  const call = {
    path: REFRESH_PATH,
    operation: OPERATION,
    body: { refresh_token: refreshToken },
    isRepeatable: true,
    headers,
    limiter,
    time,
    user,
    log,
  };
  const { value, error } = await requestAuth(backend, call, (body) =>
    parseTokens(body, backend.runtime.now()),
  );
  if (!error) return { status: "refreshed", tokens: value };
  if (isRefusal(error)) limiter?.chargeRefusal(user);
  if (isEnd(error)) return { status: "ended", error };
  return { status: isRefusal(error) ? "refused" : "unavailable", error };
}

function startCooldown({ cooldowns }: ProjectState, key: string, entry: Cooldown): void {
  cooldowns.delete(key);
  cooldowns.set(key, entry);
  for (const oldest of cooldowns.keys()) {
    if (cooldowns.size <= COOLDOWNS_MAX) break;
    cooldowns.delete(oldest);
  }
}

function cooldownOf(
  { cooldowns }: ProjectState,
  key: string,
  nowMs: number,
): Cooldown["outcome"] | null {
  const found = cooldowns.get(key);
  const leftMs = (found?.until ?? 0) - nowMs;
  // If the wait exceeds the longest cooldown, the clock was set back.
  return found && leftMs > 0 && leftMs <= CLOCK_SKEW_COOLDOWN_MS ? found.outcome : null;
}

export async function findCooldown(
  backend: Backend,
  refreshToken: string,
): Promise<Cooldown["outcome"] | null> {
  const key = await sha256(refreshToken);
  return cooldownOf(projectState(backend.url), key, backend.runtime.now());
}

export async function startSkewCooldown(
  backend: Backend,
  refreshToken: string,
  { error, log }: { error: BackendError; log?: Report | undefined },
): Promise<void> {
  const { seconds } = error.details as { seconds: number };
  log?.("clock_skew", { seconds });
  startCooldown(projectState(backend.url), await sha256(refreshToken), {
    outcome: { status: "unavailable", error },
    until: backend.runtime.now() + CLOCK_SKEW_COOLDOWN_MS,
  });
}

/**
 * Removes one refresh that has finished or exceeded its deadline. On Workers, a refresh may stay
 * pending forever after its request has ended.
 */
function makeRoom(flights: ProjectState["flights"], nowMs: number): boolean {
  if (flights.size < FLIGHTS_MAX) return true;
  for (const [key, { settledAt, startedAt }] of flights) {
    if (settledAt === undefined && !isSpanOver(startedAt, AUTH_DEADLINE_MS, nowMs)) continue;
    flights.delete(key);
    return true;
  }
  return false;
}

function tooMany(): RefreshOutcome {
  const error = new BackendError({
    kind: "network",
    code: "service_unavailable",
    message: `${OPERATION} was not sent: too many refreshes wait for the auth service. Try again in a moment.`,
    retryable: true,
    operation: OPERATION,
  });
  return { status: "unavailable", error };
}

/**
 * Refreshes a session. Requests in this process with the same refresh token share one refresh.
 * Later requests reuse the result: new tokens or the end of the session for 10 s (the service's
 * reuse interval), a refusal for 30 s, `clock_skew` for 60 s. The wait for the runtime's lock
 * counts toward the time limit.
 */
export async function refreshTokens(
  backend: Backend,
  refreshToken: string,
  terms: CallTerms = {},
): Promise<RefreshOutcome> {
  const { runtime } = backend;
  const { log, time = new CallTime(runtime, AUTH_DEADLINE_MS) } = terms;
  const state = projectState(backend.url);
  const { flights } = state;
  const key = await sha256(refreshToken);
  // Do not `await` between here and `flights.set`: two requests could refresh the same token.
  const shared = flights.get(key);
  // The timer below may run late, for example after the machine has slept, so also check the age.
  const isOver =
    shared?.settledAt !== undefined &&
    isSpanOver(shared.settledAt, REFRESH_REUSE_MS, runtime.now());
  if (shared && !isOver) {
    const joined = await joinCall(shared.outcome);
    if (joined !== LOST) return joined;
    if (flights.get(key) === shared) flights.delete(key);
    return refreshTokens(backend, refreshToken, terms);
  }
  const cooldown = cooldownOf(state, key, runtime.now());
  if (cooldown) return cooldown;
  flights.delete(key);
  if (!makeRoom(flights, runtime.now())) return tooMany();
  const outcome = withDeadline(runtime, time.leftMs, () =>
    runtime.lock(`refresh:${key}`, () => refreshOnce(backend, refreshToken, { ...terms, time })),
  ).catch(
    (thrown: unknown): RefreshOutcome => ({
      status: "unavailable",
      error: fromNetworkFailure(thrown, { operation: OPERATION }),
    }),
  );
  const flight: Flight = { outcome, startedAt: runtime.now() };
  flights.set(key, flight);
  const settled = await outcome;
  const forget = (): void => {
    if (flights.get(key) === flight) flights.delete(key);
  };
  if (settled.status === "refused") {
    const isNews = !state.cooldowns.has(key);
    startCooldown(state, key, { outcome: settled, until: runtime.now() + REFUSED_COOLDOWN_MS });
    if (isNews) log?.("refresh_refused", { reason: settled.error.upstreamCode ?? "unknown" });
  }
  if (settled.status === "refreshed" || settled.status === "ended") {
    flight.settledAt = runtime.now();
    runtime.schedule(forget, REFRESH_REUSE_MS, { isBackground: true });
  } else forget();
  return settled;
}
