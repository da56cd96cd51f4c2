import { AUTH_DEADLINE_MS, RETRY_AFTER_MAX_SECONDS } from "../config/constants.js";
import { BackendError } from "../errors/backend-error.js";
import { isUnconnected } from "../errors/from-network.js";
import { isOwnAnswer } from "../errors/own-answer.js";
import { closedBreaker } from "./project-state.js";
import type { SentCall } from "./send-auth.js";
import type { BreakerState } from "./types.js";

/** Failures in a row before calls are held back without being asked to by the service. */
const FAILURES_BEFORE_OPEN = 5;
/** Users who must be among them, unless no visitor can have caused them: one may cause failures of their own. */
const USERS_BEFORE_OPEN = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const LONGEST_MS = RETRY_AFTER_MAX_SECONDS * 1000;
/** Stands for all callers whose user is not proven: who made them up may make up more. */
const UNPROVEN = "";

/** What a settled call did to the breaker. */
export type BreakerChange = "opened" | "closed" | null;

/** Leave to make one call: told once how that went, or given back. */
export interface Passage {
  /**
   * Notes what a call says about the service: that it works, that it fails, or nothing.
   * @param sent the request that left this process: what was not sent says nothing
   * @param error null for an answer as it should be
   */
  settle(sent: SentCall, error: BackendError | null, nowMs: number): BreakerChange;
  /** The service asked this server for quiet. */
  pause(sent: SentCall, milliseconds: number, nowMs: number): BreakerChange;
  /** Gives the leave back: nothing was learned, so that the next caller may find out. */
  release(nowMs: number): void;
}

/**
 * Whether an error tells of a service that fails. A refusal that the service did not write may be
 * one visitor's doing, a limit says that it works, and who gave up waiting says nothing.
 */
function isFailure(error: BackendError): boolean {
  const { code, status = 0 } = error;
  return code !== "aborted" && (status < 400 || status >= 500);
}

function open(breaker: BreakerState, until: number): void {
  breaker.openUntil = until;
  breaker.openings += 1;
}

/** Whose call failed: one user's, an unproven visitor's, or one that is the same for every visitor. */
interface FailedCaller {
  user: string;
  isForAll: boolean;
}

function noteFailure(
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

function heldBack(operation: string, milliseconds: number): BackendError {
  return new BackendError({
    kind: "network",
    code: "service_unavailable",
    message: `${operation} was held back: the auth service is failing or asked for a pause.`,
    retryable: true,
    retryAfterSeconds: Math.ceil(milliseconds / 1000),
    operation,
  });
}

/**
 * Asks for leave to call the auth service, which is refused while it keeps failing or asked for
 * quiet. After the pause one call goes ahead alone, to find out for all: not that of the user whose
 * call failed last, unless nobody else asks for one pause more.
 * @param caller.user whose proven session the call serves; undefined for all others
 * @param caller.isForAll whether the call is the same for every visitor, so that none can make it fail
 */
export function passBreaker(
  breaker: BreakerState,
  caller: {
    nowMs: number;
    operation: string;
    user?: string | undefined;
    isForAll?: boolean | undefined;
  },
): Passage | BackendError {
  const { nowMs, operation, user = UNPROVEN, isForAll = false } = caller;
  const isProbe = breaker.openUntil > 0;
  const isLast = user === breaker.lastUser && !isForAll;
  const ownPauseMs = isProbe && isLast ? breaker.pauseMs : 0;
  const restMs = breaker.openUntil + ownPauseMs - nowMs;
  // Longer than any pause we ever set: the clock was set back.
  if (restMs > 0 && restMs <= LONGEST_MS + ownPauseMs) return heldBack(operation, restMs);
  // Others wait for this one, and no longer than it may take.
  if (isProbe) open(breaker, nowMs + AUTH_DEADLINE_MS);
  const { openings } = breaker;
  let isOver = false;
  /** Once; and what was under way when the breaker opened is part of what opened it. */
  const end = (): boolean => {
    const counts = !isOver && breaker.openings === openings;
    isOver = true;
    return counts;
  };
  const release = (atMs: number): void => {
    if (end() && isProbe) breaker.openUntil = atMs;
  };
  return {
    release,
    settle(_sent, error, settledMs) {
      if (error !== null && !isOwnAnswer(error) && !isFailure(error)) release(settledMs);
      if (!end()) return null;
      if (error === null || isOwnAnswer(error)) {
        Object.assign(breaker, { ...closedBreaker(), openings });
        return isProbe ? "closed" : null;
      }
      noteFailure(breaker, error, { user, isForAll });
      if (!isProbe && !isEnough(breaker)) return null;
      breaker.pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** breaker.level, LONGEST_PAUSE_MS);
      breaker.level += 1;
      open(breaker, settledMs + breaker.pauseMs);
      return "opened";
    },
    pause(_sent, milliseconds, settledMs) {
      if (!end()) return null;
      breaker.pauseMs = Math.min(milliseconds, LONGEST_MS);
      breaker.lastUser = null;
      open(breaker, settledMs + breaker.pauseMs);
      return "opened";
    },
  };
}
