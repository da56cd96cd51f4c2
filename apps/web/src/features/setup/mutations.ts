import "server-only";
import type { Db } from "@/lib/backend/db";

export function dismissSetup(db: Db, orgId: string) {
  return db.rpc("dismiss_setup", { org_id: orgId });
}
