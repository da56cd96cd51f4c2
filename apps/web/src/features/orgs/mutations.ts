import "server-only";
import type { BrandSettings, GeneralSettings, NewOrg } from "@/features/orgs/schema";
import type { Db } from "@/lib/backend/db";

export function createOrg(db: Db, org: NewOrg) {
  return db.rpc("create_org", org);
}

export function updateOrg(
  db: Db,
  org: Pick<
    GeneralSettings,
    "org_id" | "name" | "slug" | "reply_email" | "time_zone" | "logo_path"
  > &
    Partial<Pick<GeneralSettings, "postal_address">>,
) {
  const { org_id, name, slug, reply_email, postal_address, time_zone, logo_path } = org;
  return db.rpc("update_org", {
    ...{ org_id, name, slug, reply_email, time_zone },
    ...(logo_path ? { logo_path } : {}),
    ...(postal_address === undefined ? {} : { postal_address }),
  });
}

export function updateBrand(db: Db, { org_id, brand_color, version }: BrandSettings) {
  return db.rpc("update_brand", { org_id, brand_color, expected_version: version });
}

export function setRetention(db: Db, args: { org_id: string; retention_days: number }) {
  return db.rpc("set_retention", args);
}

export function setRequireMfa(db: Db, args: { org_id: string; require_mfa: boolean }) {
  return db.rpc("set_require_mfa", args);
}

export function deleteOrg(db: Db, orgId: string) {
  return db.rpc("delete_org", { org_id: orgId });
}
