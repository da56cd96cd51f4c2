import { BackendError } from "./backend-error.js";

export function sessionMissing(operation: string): BackendError {
  return new BackendError({
    kind: "auth",
    code: "session_missing",
    operation,
    message: `${operation} was not sent: it acts as a user, and no user is signed in.`,
  });
}
