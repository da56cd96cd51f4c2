import type { BackendError } from "./backend-error.js";

/** Whether the auth service itself answered with a refusal: it works, whatever it thinks of the call. */
export function isOwnAnswer({ kind, status = 0 }: BackendError): boolean {
  return kind === "auth" && status < 500 && status !== 429;
}
