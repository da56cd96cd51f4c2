import "server-only";
import type { NewOrg } from "@/features/orgs/schema";
import type { Db } from "@/lib/db";

/** Creates a firm whose owner is the caller. */
export function createOrg(db: Db, org: NewOrg) {
  return db.rpc("create_org", org);
}
