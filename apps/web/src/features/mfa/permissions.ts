import type { AuthenticatedSession } from "@dossier/backend-client";

/** Seconds for which a second factor counts as fresh; the database uses the same number. */
export const STEP_UP_SECONDS = 15 * 60;

/** Returns true if this session showed a second factor within the last 15 minutes. */
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
