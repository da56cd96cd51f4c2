import type { Log } from "../config/logger.js";
import type { BackendError } from "../errors/backend-error.js";
import type { SessionClaims } from "./session.js";

/**
 * State of the circuit breaker: calls are sent (`closed`), calls are paused (`open`), or one call
 * tests the auth service (`probe`).
 */
export type BreakerStatus = "closed" | "open" | "probe";

/** A session that ended. The server had verified its access token. */
export interface EndedSession {
  userId: string;
  sessionId: string;
  /**
   * The sessions that ended: this session, all sessions of the user, or all sessions of the user
   * but this one.
   */
  scope: "local" | "global" | "others";
  /**
   * The reason why the session ended: the user signed out, the auth service ended the session, or
   * another sign-in replaced the session.
   */
  reason: "user" | "service" | "replaced";
}

export interface ServiceFault {
  operation: string;
  error: BackendError;
  breaker: BreakerStatus;
}

export interface CallResult {
  /** HTTP status of the response. Undefined without a response. */
  status: number | undefined;
  error: BackendError | null;
  seconds: number;
}

/** The app's hooks and telemetry, as functions for the session code. */
export interface Watcher {
  refreshed(claims: SessionClaims): void;
  refused(operation: string, error: BackendError): void;
  signedOut(session: EndedSession): void;
  serviceFault(fault: ServiceFault): void;
  /**
   * Called when a call begins.
   * @returns a function that receives the result of the call
   */
  beginCall(call: { operation: string; method: string }): (result: CallResult) => void;
}

/** The log of one request, with the app's hooks and telemetry if the app has them. */
export interface Report extends Log {
  readonly watcher?: Watcher | undefined;
}

const reported = new WeakSet<object>();

/**
 * Returns true for the first of the requests that share an outcome, so that only one request
 * reports the outcome.
 */
export function isFirstReport(outcome: object): boolean {
  if (reported.has(outcome)) return false;
  reported.add(outcome);
  return true;
}
