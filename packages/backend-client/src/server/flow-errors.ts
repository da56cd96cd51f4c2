import { BackendError, isBackendError } from "../errors/backend-error.js";

export function unchecked(error: BackendError, operation: string): BackendError {
  if (error.kind !== "network") return error;
  return new BackendError({
    kind: "network",
    code: "service_unavailable",
    message: `${operation} succeeded, but the session cannot be checked right now. Load the page again in a moment.`,
    retryable: true,
    retryAfterSeconds: error.retryAfterSeconds,
    operation,
    cause: error,
  });
}

export function uncheckedSignIn(error: BackendError, operation: string): BackendError {
  if (error.kind !== "network") return error;
  return new BackendError({
    kind: "network",
    code: "service_unavailable",
    message: `${operation} was not completed, because the new session cannot be checked right now. Try again in a moment.`,
    retryable: true,
    retryAfterSeconds: error.retryAfterSeconds,
    operation,
    cause: error,
  });
}

export function missing(operation: string): BackendError {
  return new BackendError({
    kind: "auth",
    code: "session_missing",
    message: `${operation} acts as a user, and no user is signed in.`,
    operation,
  });
}

export function unexpected(thrown: unknown, operation: string): BackendError {
  if (isBackendError(thrown)) return thrown;
  return new BackendError({
    kind: "auth",
    code: "unknown",
    message: `${operation} failed in an unexpected way.`,
    operation,
    cause: thrown,
  });
}

export const LINK_MISMATCH = "link_mismatch";

export function mismatchedLink(
  operation: string,
  expected: "the one whose email address is in its fragment" | "the one who is signed in",
): BackendError {
  return new BackendError({
    kind: "auth",
    code: "sign_in_refused",
    upstreamCode: LINK_MISMATCH,
    status: 403,
    message: `The link belongs to a different user than ${expected}.`,
    operation,
  });
}
