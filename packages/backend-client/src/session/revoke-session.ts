import type { Backend } from "../config/define-backend.js";
import { callAuth } from "./auth-http.js";

/** Ends a session whose tokens no browser has. Runs in the background, so no response waits. */
export function revokeSession(
  backend: Backend,
  accessToken: string,
  headers?: Record<string, string> | undefined,
): void {
  // Never throws. If the call fails, the session ends by the project's own rules.
  void callAuth(backend, {
    path: "/logout?scope=local",
    operation: "auth.signOut",
    bearer: accessToken,
    headers,
  });
}
