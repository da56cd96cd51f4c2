import type { BackendError } from "./backend-error.js";

/** True if the auth service itself refused the call, which shows that it works. */
export function isOwnAnswer({ kind, status = 0 }: BackendError): boolean {
  return kind === "auth" && status < 500 && status !== 429;
}
