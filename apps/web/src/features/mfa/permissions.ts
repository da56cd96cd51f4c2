import type { AuthenticatedSession } from "@dossier/backend-client";

/** The database uses the same number, in private.has_recent_factor(). */
export const STEP_UP_SECONDS = 15 * 60;
/** The methods that private.has_recent_factor() accepts. */
const FACTOR_METHODS = ["totp", "mfa/totp", "mfa/phone", "mfa/webauthn"];

/** Returns whether this session verified a second factor within 15 minutes. */
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
