import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";

/**
 * Refuses what goes by e-mail while `[auth.email] enable_signup` is false: hosted switches the whole
 * provider off with it, for those who have an account too.
 * @param status 422 where somebody signs in, 400 where a mail is asked for
 * @throws AuthError `email_provider_disabled`
 */
export function requireEmailProvider(auth: AuthContext, status: 400 | 422): void {
  if (auth.config.email.enable_signup) return;
  throw new AuthError(status, "email_provider_disabled", "Email logins are disabled");
}
