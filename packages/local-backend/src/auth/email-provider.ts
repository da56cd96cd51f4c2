import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";

/**
 * While `[auth.email] enable_signup` is false, hosted disables the whole provider, also for
 * existing accounts.
 * @param status 422 for sign-in, 400 for requesting an email
 * @throws AuthError `email_provider_disabled`
 */
export function requireEmailProvider(auth: AuthContext, status: 400 | 422): void {
  if (auth.config.email.enable_signup) return;
  throw new AuthError(status, "email_provider_disabled", "Email logins are disabled");
}
