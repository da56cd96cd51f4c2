import type { BackendError } from "../errors/backend-error.js";

/** One request to the auth service. The object contains no path, because paths may contain ids. */
export interface TelemetryCall {
  /** The operation, such as `auth.refresh`. */
  operation: string;
  /** The HTTP method. */
  method: string;
  /** Host name of the project. */
  address: string;
  /** The option `name` of the backend. */
  name: string | undefined;
}

/** The result of a {@link TelemetryCall}. */
export interface TelemetryResult {
  /** HTTP status of the response. Undefined without a response. */
  status: number | undefined;
  /** Code of the error, from a closed list. Null on success. */
  code: BackendError["code"] | null;
  /** Duration in seconds. */
  seconds: number;
}

/** Receives measurements of a session server. `openTelemetry()` from `./otel` implements it. */
export interface Telemetry {
  /**
   * Runs the function that resolves a session.
   * @param name the option `name` of the backend
   */
  session<T extends { status: string }>(
    resolve: () => Promise<T>,
    name: string | undefined,
  ): Promise<T>;
  /** Called when a request begins. Returns a function that receives the result. */
  beginCall(call: TelemetryCall): (result: TelemetryResult) => void;
  /** Called when the circuit breaker of the project with this host name has opened or closed. */
  breakerChanged(isOpen: boolean, address: string): void;
}
