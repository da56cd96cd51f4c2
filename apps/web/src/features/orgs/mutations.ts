import "server-only";
import type { GeneralSettings, NewOrg } from "@/features/orgs/schema";
import type { Db } from "@/lib/backend/db";

/** Creates a firm whose owner is the caller. */
export function createOrg(db: Db, org: NewOrg) {
  return db.rpc("create_org", org);
}

/** Replaces the name and the contact details of a firm. An empty logo path means no logo. */
export function updateOrg(
  db: Db,
  org: Pick<
    GeneralSettings,
    "org_id" | "name" | "slug" | "reply_email" | "time_zone" | "logo_path"
  >,
) {
  const { org_id, name, slug, reply_email, time_zone, logo_path } = org;
  return db.rpc("update_org", {
    ...{ org_id, name, slug, reply_email, time_zone },
    ...(logo_path ? { logo_path } : {}),
  });
}

/** Sets the number of days that the firm keeps closed requests. */
export function setRetention(db: Db, args: { org_id: string; retention_days: number }) {
  return db.rpc("set_retention", args);
}

/** Sets whether all staff must show a second factor. */
export function setRequireMfa(db: Db, args: { org_id: string; require_mfa: boolean }) {
  return db.rpc("set_require_mfa", args);
}

/** Ends a firm. */
export function deleteOrg(db: Db, orgId: string) {
  return db.rpc("delete_org", { org_id: orgId });
}
