import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";

/**
 * If `[auth.email] enable_signup` is false, hosted Supabase also disables sign-ins to existing
 * accounts.
 * @param status 422 for a sign-in with a password or a code, 400 for a recovery or a repeated email
 */
export function requireEmailProvider(auth: AuthContext, status: 400 | 422): void {
  if (auth.config.email.enable_signup) return;
  throw new AuthError(status, "email_provider_disabled", "Email logins are disabled");
}
