import { BackendError } from "../errors/backend-error.js";

export function cookiesRefused(cause: unknown): BackendError {
  return new BackendError({
    kind: "auth",
    code: "cookies_read_only",
    message:
      "The session's new cookies could not be set: `setAll` threw. Open the scope of a page as read-only.",
    operation: "auth.session",
    cause,
  });
}

export function unexpectedError(cause: unknown): BackendError {
  return new BackendError({
    kind: "auth",
    code: "unknown",
    message: "The session could not be resolved. `cause` is the thrown value.",
    operation: "auth.session",
    cause,
  });
}
