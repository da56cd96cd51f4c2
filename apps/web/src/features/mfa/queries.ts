import "server-only";
import { type BackendError, isBackendError, unwrap } from "@dossier/backend-client";
import { STEP_UP_SECONDS } from "@/features/mfa/permissions";
import type { Factor } from "@/features/mfa/types";
import type { BackendScope } from "@/lib/backend.server";
import type { Db } from "@/lib/db";

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
    await backend.requireAal2({ maxAge: STEP_UP_SECONDS });
    return null;
  } catch (error) {
    if (!isBackendError(error)) throw error;
    if (error.code !== "insufficient_aal") return error;
    const found = await mustShowFactor(backend, asksOnlyHolders).catch((thrown: unknown) => {
      if (isBackendError(thrown)) return thrown;
      throw thrown;
    });
    if (isBackendError(found)) return found;
    return found ? error : null;
  }
}

async function mustShowFactor(backend: BackendScope, asksOnlyHolders: boolean): Promise<boolean> {
  const { claims } = await backend.requireSession();
  if ((await listFactors(backend.auth)).length > 0) return true;
  return !asksOnlyHolders && (await isFactorRequired(backend.db, claims.sub));
}
