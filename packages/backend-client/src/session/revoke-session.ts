import type { Backend } from "../config/define-backend.js";
import { type AuthCall, callAuth } from "./auth-http.js";
import { reportFault } from "./report-fault.js";

/**
 * Ends a session whose tokens no browser has, so that no one else can use the tokens. No response
 * waits for the call. Never rejects. If the call fails, the session ends when the project's own
 * rules end it.
 */
export async function revokeSession(
  backend: Backend,
  accessToken: string,
  { headers, log }: Pick<AuthCall, "headers" | "log"> = {},
): Promise<void> {
  const operation = "auth.signOut";
  const { error, sent } = await callAuth(backend, {
    path: "/logout?scope=local",
    operation,
    bearer: accessToken,
    headers,
    log,
  });
  if (sent) reportFault(backend, operation, { error, log });
}
