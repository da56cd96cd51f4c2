import type { AuthenticatedSession } from "@dossier/backend-client";

/** Must equal the time in `private.has_recent_factor()` in the database. */
export const STEP_UP_SECONDS = 15 * 60;
/** Must equal the methods in `private.has_recent_factor()` in the database. */
const FACTOR_METHODS = ["totp", "mfa/totp", "mfa/phone", "mfa/webauthn"];

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
