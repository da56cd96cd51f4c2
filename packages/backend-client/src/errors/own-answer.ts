import type { BackendError } from "./backend-error.js";

/** Returns whether the auth service itself refused a call. The service works then. */
export function isOwnAnswer({ kind, status = 0 }: BackendError): boolean {
  return kind === "auth" && status < 500 && status !== 429;
}
