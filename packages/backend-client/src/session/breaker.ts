import { AUTH_DEADLINE_MS } from "../config/constants.js";
import { BackendError } from "../errors/backend-error.js";
import type { SentCall } from "./send-auth.js";
import type { BreakerState } from "./types.js";

/** Failures in a row before calls are held back without being asked to by the service. */
const FAILURES_BEFORE_OPEN = 5;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A longer `Retry-After` is not believed: one bad header must not lock everyone out. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** Leave to make one call: told once how that went, or given back. */
export interface Passage {
  /**
   * Notes what a call says about the service: that it works, that it fails, or nothing.
   * @param sent the request that left this process: what was not sent says nothing
   * @param error null for an answer as it should be
   */
  settle(sent: SentCall, error: BackendError | null, nowMs: number): void;
  /** Gives the leave back: nothing was learned, so that the next caller may find out. */
  release(nowMs: number): void;
}

/** Whether the service itself answered, be it with a refusal. */
export function isOwnAnswer({ kind, status = 0 }: BackendError): boolean {
  return kind === "auth" && status < 500 && status !== 429;
}

/**
 * Whether an error tells of a service that fails for everyone. What a gateway refuses may be one
 * visitor's doing, and so says nothing.
 */
function isFailure({ status = 0 }: BackendError): boolean {
  return status < 400 || status >= 500 || status === 429;
}

function pause(
  breaker: BreakerState,
  nowMs: number,
  { retryAfterSeconds = 0 }: BackendError,
): number {
  const asked = Math.min(retryAfterSeconds * 1000, LONGEST_RETRY_AFTER_MS);
  const excess = breaker.failures - FAILURES_BEFORE_OPEN;
  const own = excess < 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** excess, LONGEST_PAUSE_MS);
  return nowMs + Math.max(asked, own);
}

/**
 * Asks for leave to call the auth service, which is refused while it keeps failing or asked for
 * quiet. After the pause one call goes ahead alone, to find out for all.
 */
export function passBreaker(
  breaker: BreakerState,
  nowMs: number,
  operation: string,
): Passage | BackendError {
  const pauseMs = breaker.openUntil - nowMs;
  // Longer than any pause we ever set: the clock was set back.
  if (pauseMs > 0 && pauseMs <= LONGEST_RETRY_AFTER_MS) {
    return new BackendError({
      kind: "network",
      code: "service_unavailable",
      message: `${operation} was held back: the auth service is failing or asked for a pause.`,
      retryable: true,
      retryAfterSeconds: Math.ceil(pauseMs / 1000),
      operation,
    });
  }
  // Others wait for this one, and no longer than it may take.
  if (breaker.openUntil > 0) open(breaker, nowMs + AUTH_DEADLINE_MS);
  const { openings } = breaker;
  // What was under way when the breaker opened is part of what opened it.
  const isCurrent = (): boolean => breaker.openings === openings;
  const release = (atMs: number): void => {
    if (isCurrent() && breaker.openUntil > 0) breaker.openUntil = atMs;
  };
  return {
    release,
    settle(_sent, error, settledMs) {
      if (!isCurrent()) return;
      if (error === null || isOwnAnswer(error)) {
        breaker.failures = 0;
        breaker.openUntil = 0;
      } else if (isFailure(error)) {
        breaker.failures += 1;
        const until = pause(breaker, settledMs, error);
        if (until > settledMs) open(breaker, until);
      } else release(settledMs);
    },
  };
}

function open(breaker: BreakerState, until: number): void {
  breaker.openUntil = until;
  breaker.openings += 1;
}
