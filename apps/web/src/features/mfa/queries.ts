import "server-only";
import { type BackendError, isBackendError, unwrap } from "@dossier/backend-client";
import { hasRecentFactor, STEP_UP_SECONDS } from "@/features/mfa/permissions";
import type { Factor } from "@/features/mfa/types";
import type { BackendScope } from "@/lib/backend/backend.server";
import type { Db } from "@/lib/backend/db";

type Auth = BackendScope["auth"];

export async function listFactors(auth: Auth): Promise<Factor[]> {
  const { all } = unwrap(await auth.mfa.listFactors());
  return all
    .filter(({ status }) => status === "verified")
    .map(({ id, friendly_name, created_at }) => ({
      id,
      name: friendly_name ?? "",
      createdAt: created_at,
    }))
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt, "en"));
}

export async function isFactorDue(db: Db): Promise<boolean> {
  return unwrap(await db.rpc("is_factor_due"));
}

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
 * Returns an error if the user must first confirm a factor. A user who has a factor, or belongs to
 * a firm that requires one, must have confirmed a factor recently. `private.require_step_up` has
 * the same rule for a single firm.
 * @param asksOnlyHolders whether to ask only users who have a factor. Set it when the user adds
 * their first factor, or where the database checks the firm's rule.
 */
export async function findStepUpError(
  backend: BackendScope,
  { asksOnlyHolders = false } = {},
): Promise<BackendError | null> {
  try {
    const session = await backend.requireSession();
    if (hasRecentFactor(session)) return null;
    // List the factors here, because `requireAal2` ignores a failure to list them.
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
