import "server-only";
import { type BackendError, isBackendError, unwrap } from "@dossier/backend-client";
import { hasRecentFactor, STEP_UP_SECONDS } from "@/features/mfa/permissions";
import type { Factor } from "@/features/mfa/types";
import type { BackendScope } from "@/lib/backend/backend.server";
import type { Db } from "@/lib/backend/db";

type Auth = BackendScope["auth"];

/** The verified factors of the signed-in person, oldest first. */
export async function listFactors(auth: Auth): Promise<Factor[]> {
  const { all } = unwrap(await auth.mfa.listFactors());
  return all
    .filter(({ status }) => status === "verified")
    .map(({ id, friendly_name, created_at }) => ({
      id,
      name: friendly_name ?? "",
      createdAt: created_at,
    }))
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt));
}

/** Whether the caller has a factor that this session has not shown. */
export async function isFactorDue(db: Db): Promise<boolean> {
  return unwrap(await db.rpc("is_factor_due"));
}

/** Whether any firm of this person requires a second factor. */
export async function isFactorRequired(db: Db, userId: string): Promise<boolean> {
  const rows = unwrap(
    await db
      .from("memberships")
      .select("org:orgs!inner(require_mfa)")
      .eq("user_id", userId)
      .eq("status", "active")
      .eq("org.require_mfa", true)
      .limit(1),
  );
  return rows.length > 0;
}

/**
 * Why a change of one's own account must wait for a second factor; null when it may go on. The
 * same rule as in the database: who has a factor, or works where one is required, shows it anew.
 * @param asksOnlyHolders lets pass who has no factor: to add the first one, or where the database
 * knows the one firm that counts
 */
export async function findStepUpError(
  backend: BackendScope,
  { asksOnlyHolders = false } = {},
): Promise<BackendError | null> {
  try {
    const session = await backend.requireSession();
    if (hasRecentFactor(session)) return null;
    // Before `requireAal2`, which would pass over a failed list: asking again costs another call.
    const isHolder = (await listFactors(backend.auth)).length > 0;
    if (
      isHolder ||
      (!asksOnlyHolders && (await isFactorRequired(backend.db, session.claims.sub)))
    ) {
      await backend.requireAal2({ maxAge: STEP_UP_SECONDS });
    }
    return null;
  } catch (error) {
    if (isBackendError(error)) return error;
    throw error;
  }
}
