import { BackendError } from "../errors/backend-error.js";

/**
 * auth-js does not encode ids in paths. An id such as `../users/ID` would reach another endpoint,
 * with the rights of the caller's token or key.
 */
const PLAIN_PATH = /^(?:\/(?!\.{1,2}(?:[/?]|$))[\w.:@~-]+)+(?:\?[^#]*)?$/;

export function isPlainPath(path: string): boolean {
  return PLAIN_PATH.test(path);
}

export function malformedArgument(operation: string, cause?: unknown): BackendError {
  return new BackendError({
    kind: "auth",
    code: "validation_failed",
    message: `${operation} was not sent: an argument, such as an id, is malformed.`,
    operation,
    cause,
  });
}
