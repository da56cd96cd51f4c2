import type { Log } from "../config/logger.js";
import type { BackendError } from "../errors/backend-error.js";
import type { SessionClaims } from "./session.js";

/** State of the breaker: calls are sent, calls are paused, or one call tests the service. */
export type BreakerStatus = "closed" | "open" | "probe";

/** A session that ended. Its access token was verified. */
export interface EndedSession {
  userId: string;
  sessionId: string;
  /** The sessions that the user signed out: this one, all, or all but this one. */
  scope: "local" | "global" | "others";
  /** The user signed out, the auth service ended it, or another sign-in replaced it. */
  reason: "user" | "service" | "replaced";
}

export interface ServiceFault {
  operation: string;
  error: BackendError;
  breaker: BreakerStatus;
}

export interface CallResult {
  /** Undefined without a response. */
  status: number | undefined;
  error: BackendError | null;
  seconds: number;
}

/** The app's hooks and telemetry, as the session code sees them. */
export interface Watcher {
  refreshed(claims: SessionClaims): void;
  refused(operation: string, error: BackendError): void;
  signedOut(session: EndedSession): void;
  serviceFault(fault: ServiceFault): void;
  /** @returns a function that takes the result of the call */
  beginCall(call: { operation: string; method: string }): (result: CallResult) => void;
}

/** The log of one request, with the app's hooks and telemetry if there are any. */
export interface Report extends Log {
  readonly watcher?: Watcher | undefined;
}

const reported = new WeakSet<object>();

/** Returns false if requests that share an outcome have reported it before. */
export function isFirstReport(outcome: object): boolean {
  if (reported.has(outcome)) return false;
  reported.add(outcome);
  return true;
}
