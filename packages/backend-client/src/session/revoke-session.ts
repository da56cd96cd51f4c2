import type { Backend } from "../config/define-backend.js";
import { type AuthCall, callAuth } from "./auth-http.js";
import { reportFault } from "./report-fault.js";

/**
 * Never rejects. If the call fails, the session remains until the project's time limits for
 * sessions end it.
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
