import type { AuthenticatedSession } from "@dossier/backend-client";

/** `private.has_recent_factor()` in the database uses the same number. */
export const STEP_UP_SECONDS = 15 * 60;
/** `private.has_recent_factor()` accepts these methods. */
const FACTOR_METHODS = ["totp", "mfa/totp", "mfa/phone", "mfa/webauthn"];

/** Returns true if this session verified a second factor within the last 15 minutes. */
export function hasRecentFactor(
  { claims }: Pick<AuthenticatedSession, "claims">,
  nowSeconds = Date.now() / 1000,
): boolean {
  return (
    claims.aal === "aal2" &&
    (claims.amr ?? []).some(
      ({ method, timestamp }) =>
        FACTOR_METHODS.includes(method) && nowSeconds - timestamp < STEP_UP_SECONDS,
    )
  );
}
