import type { Log } from "../config/logger.js";
import type { BackendError } from "../errors/backend-error.js";
import type { SessionClaims } from "./session.js";

/**
 * State of the circuit breaker: calls are sent (`closed`) or paused (`open`), or one call tests the
 * service (`probe`).
 */
export type BreakerStatus = "closed" | "open" | "probe";

export interface EndedSession {
  userId: string;
  sessionId: string;
  scope: "local" | "global" | "others";
  reason: "user" | "service" | "replaced";
}

export interface ServiceFault {
  operation: string;
  error: BackendError;
  breaker: BreakerStatus;
}

export interface CallResult {
  status: number | undefined;
  error: BackendError | null;
  seconds: number;
}

export interface Watcher {
  refreshed(claims: SessionClaims): void;
  refused(operation: string, error: BackendError): void;
  signedOut(session: EndedSession): void;
  serviceFault(fault: ServiceFault): void;
  beginCall(call: { operation: string; method: string }): (result: CallResult) => void;
}

export interface Report extends Log {
  readonly watcher?: Watcher | undefined;
}
