import { BackendError } from "../errors/backend-error.js";
import type { ProjectState } from "./project-state.js";

/** Failures in a row before calls are held back without being asked to by the service. */
const FAILURES_BEFORE_OPEN = 5;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A longer `Retry-After` is not believed: one bad header must not lock everyone out. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** Refuses a call while the auth service asked for quiet or keeps failing; null lets it pass. */
export function heldBack(
  breaker: ProjectState["breaker"],
  nowMs: number,
  operation: string,
): BackendError | null {
  const pauseMs = breaker.openUntil - nowMs;
  // Longer than any pause we ever set: the clock was set back.
  if (pauseMs <= 0 || pauseMs > LONGEST_RETRY_AFTER_MS) return null;
  return new BackendError({
    kind: "network",
    code: "service_unavailable",
    message: `${operation} was held back: the auth service is failing or asked for a pause.`,
    retryable: true,
    retryAfterSeconds: Math.ceil(pauseMs / 1000),
    operation,
  });
}

/** Notes that the service answered by itself, whatever it said. */
export function noteAnswer(breaker: ProjectState["breaker"]): void {
  breaker.failures = 0;
  breaker.openUntil = 0;
}

/** Notes a failure and decides how long to hold calls back. */
export function noteFailure(
  breaker: ProjectState["breaker"],
  error: BackendError,
  nowMs: number,
): void {
  breaker.failures += 1;
  const asked = Math.min((error.retryAfterSeconds ?? 0) * 1000, LONGEST_RETRY_AFTER_MS);
  const excess = breaker.failures - FAILURES_BEFORE_OPEN;
  const own = excess < 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** excess, LONGEST_PAUSE_MS);
  breaker.openUntil = nowMs + Math.max(asked, own);
}
