import type { Backend } from "../config/define-backend.js";
import { callAuth } from "./auth-http.js";

/**
 * For a session that no browser holds: no one else may use its tokens. Runs in the background, so
 * no response waits for it.
 */
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
