import { AUTH_DEADLINE_MS, RETRY_AFTER_MAX_SECONDS } from "../config/constants.js";
import { BackendError } from "../errors/backend-error.js";
import { isUnconnected } from "../errors/from-network.js";
import { isOwnAnswer } from "../errors/own-answer.js";
import type { SentCall } from "./auth-transport.js";
import { closedBreaker } from "./project-state.js";
import type { BreakerStatus } from "./report-types.js";
import type { BreakerState } from "./types.js";

const FAILURES_BEFORE_OPEN = 5;
/**
 * The breaker opens only after failures of this many users, because one user could provoke
 * failures. Failures that no visitor can cause, and a failed test call after a pause, open the
 * breaker without this condition.
 */
const USERS_BEFORE_OPEN = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const LONGEST_MS = RETRY_AFTER_MAX_SECONDS * 1000;
/** Callers without a verified user share this key, because an attacker can invent many users. */
const UNPROVEN = "";

export type BreakerChange = "opened" | "closed" | null;

export interface BreakerPermit {
  readonly isProbe: boolean;
  settle(sent: SentCall, error: BackendError | null, nowMs: number): BreakerChange;
  pause(sent: SentCall, milliseconds: number, nowMs: number): BreakerChange;
  release(nowMs: number): void;
}

/**
 * A 4xx does not count as a failure. One visitor can cause a 4xx of the gateway, and a 429 shows
 * that the service works.
 */
function isFailure(error: BackendError): boolean {
  const { code, status = 0 } = error;
  return code !== "aborted" && (status < 400 || status >= 500);
}

export function isServiceFault(error: BackendError): boolean {
  return !isOwnAnswer(error) && isFailure(error);
}

export function breakerStatus({ openUntil, isProbing }: BreakerState): BreakerStatus {
  if (openUntil === 0) return "closed";
  return isProbing ? "probe" : "open";
}

function open(breaker: BreakerState, until: number): void {
  breaker.openUntil = until;
  breaker.openings += 1;
}

interface FailedCaller {
  user: string;
  isForAll: boolean;
}

function recordFailure(
  breaker: BreakerState,
  error: BackendError,
  { user, isForAll }: FailedCaller,
): void {
  breaker.failures += 1;
  if (isForAll || isUnconnected(error)) {
    breaker.unprovoked += 1;
    breaker.lastUser = null;
    return;
  }
  breaker.lastUser = user;
  const isNew = user !== UNPROVEN && !breaker.users.includes(user);
  if (isNew && breaker.users.length < USERS_BEFORE_OPEN) breaker.users.push(user);
}

function isEnough({ failures, unprovoked, users }: BreakerState): boolean {
  return (
    unprovoked >= FAILURES_BEFORE_OPEN ||
    (failures >= FAILURES_BEFORE_OPEN && users.length >= USERS_BEFORE_OPEN)
  );
}

function pausedCall(operation: string, milliseconds: number): BackendError {
  return new BackendError({
    kind: "network",
    code: "service_unavailable",
    message: `${operation} was not sent: the auth service is failing or asked for a pause.`,
    retryable: true,
    retryAfterSeconds: Math.ceil(milliseconds / 1000),
    operation,
  });
}

/**
 * After a pause, the user whose call failed last has to wait for one more pause, so that another
 * user's call tests the service.
 */
export function acquirePermit(
  breaker: BreakerState,
  caller: {
    nowMs: number;
    operation: string;
    user?: string | undefined;
    isForAll?: boolean | undefined;
  },
): BreakerPermit | BackendError {
  const { nowMs, operation, user = UNPROVEN, isForAll = false } = caller;
  const isProbe = breaker.openUntil > 0;
  const isLast = user === breaker.lastUser && !isForAll;
  const ownPauseMs = isProbe && isLast ? breaker.pauseMs : 0;
  const restMs = breaker.openUntil + ownPauseMs - nowMs;
  // If the wait exceeds the longest pause, the clock was set back.
  if (restMs > 0 && restMs <= LONGEST_MS + ownPauseMs) return pausedCall(operation, restMs);
  if (isProbe) open(breaker, nowMs + AUTH_DEADLINE_MS);
  breaker.isProbing = isProbe;
  const { openings } = breaker;
  let isOver = false;
  const end = (): boolean => {
    const counts = !isOver && breaker.openings === openings;
    isOver = true;
    if (counts) breaker.isProbing = false;
    return counts;
  };
  const release = (atMs: number): void => {
    if (end() && isProbe) breaker.openUntil = atMs;
  };
  return {
    isProbe,
    release,
    settle(_sent, error, settledMs) {
      if (error !== null && !isOwnAnswer(error) && !isFailure(error)) release(settledMs);
      if (!end()) return null;
      if (error === null || isOwnAnswer(error)) {
        Object.assign(breaker, { ...closedBreaker(), openings });
        return isProbe ? "closed" : null;
      }
      recordFailure(breaker, error, { user, isForAll });
      breaker.error = error;
      if (!isProbe && !isEnough(breaker)) return null;
      breaker.pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** breaker.level, LONGEST_PAUSE_MS);
      breaker.level += 1;
      open(breaker, settledMs + breaker.pauseMs);
      return "opened";
    },
    pause(sent, milliseconds, settledMs) {
      if (!end()) return null;
      breaker.error = sent.error;
      breaker.pauseMs = Math.min(milliseconds, LONGEST_MS);
      breaker.lastUser = null;
      open(breaker, settledMs + breaker.pauseMs);
      return "opened";
    },
  };
}
