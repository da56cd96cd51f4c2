import { BackendError } from "../errors/backend-error.js";

/**
 * Creates the error for a `setAll` that threw after the tokens had rotated. The browser keeps its
 * old cookies.
 */
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

/** Creates the error for an unexpected exception, for example from an option of the app. */
export function unexpectedError(cause: unknown): BackendError {
  return new BackendError({
    kind: "auth",
    code: "unknown",
    message: "The session could not be resolved. `cause` is the thrown value.",
    operation: "auth.session",
    cause,
  });
}
