import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";

/**
 * Fails if `[auth.email] enable_signup` is false. Hosted Supabase then disables the whole email
 * provider, including sign-ins to existing accounts.
 * @param status 422 for a sign-in, 400 for a request for an email
 * @throws AuthError `email_provider_disabled`
 */
export function requireEmailProvider(auth: AuthContext, status: 400 | 422): void {
  if (auth.config.email.enable_signup) return;
  throw new AuthError(status, "email_provider_disabled", "Email logins are disabled");
}
