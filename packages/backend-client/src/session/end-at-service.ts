import type { Backend } from "../config/define-backend.js";
import { callAuth } from "./auth-http.js";

/**
 * Ends a session at the auth service that no browser holds, so that its tokens are of no use to
 * anyone. No response waits for it.
 * @param headers extra headers, such as the forwarded address of the visitor
 */
export function endAtService(
  backend: Backend,
  accessToken: string,
  headers?: Record<string, string> | undefined,
): void {
  // It never throws; a session that the call does not reach ends by its own rules.
  void callAuth(backend, {
    path: "/logout?scope=local",
    operation: "auth.signOut",
    bearer: accessToken,
    headers,
  });
}
