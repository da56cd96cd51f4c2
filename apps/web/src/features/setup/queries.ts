import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { Setup } from "@/features/setup/types";
import type { Db } from "@/lib/backend/db";

/** Returns `null` if all steps are done, or an owner or admin dismissed the list of steps. */
export async function getSetup(db: Db, orgId: string): Promise<Setup | null> {
  return unwrap(await db.rpc("get_setup", { org_id: orgId })) as Setup | null;
}
