import type { BackendError } from "./backend-error.js";

/** Returns true if the auth service itself refused the call, which shows that the service works. */
export function isOwnAnswer({ kind, status = 0 }: BackendError): boolean {
  return kind === "auth" && status < 500 && status !== 429;
}
