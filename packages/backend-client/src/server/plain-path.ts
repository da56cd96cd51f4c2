import { BackendError } from "../errors/backend-error.js";

/**
 * A path whose segments are plain. auth-js puts ids into paths as they are, so an id such as
 * `../users/ID` would reach another endpoint, with the rights of the caller's token or key.
 */
const PLAIN_PATH = /^(?:\/(?!\.{1,2}(?:[/?]|$))[\w.:@~-]+)+(?:\?[^#]*)?$/;

export function isPlainPath(path: string): boolean {
  return PLAIN_PATH.test(path);
}

export function malformedArgument(operation: string, cause?: unknown): BackendError {
  return new BackendError({
    kind: "auth",
    code: "validation_failed",
    message: `${operation} was not sent: an argument is malformed.`,
    operation,
    cause,
  });
}
