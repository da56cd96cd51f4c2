import type { AuthenticatedSession } from "@dossier/backend-client";

/** The database uses the same number. */
export const STEP_UP_SECONDS = 15 * 60;

/** True for 15 minutes after this session showed a second factor. */
export function hasRecentFactor(
  { claims }: Pick<AuthenticatedSession, "claims">,
  nowSeconds = Date.now() / 1000,
): boolean {
  return (
    claims.aal === "aal2" &&
    (claims.amr ?? []).some(
      ({ method, timestamp }) => method === "totp" && nowSeconds - timestamp <= STEP_UP_SECONDS,
    )
  );
}
