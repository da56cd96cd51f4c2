import "server-only";
import type { Db } from "@/lib/backend/db";

export function createOrg(
  db: Db,
  { name, slug, timeZone }: { name: string; slug: string; timeZone: string },
) {
  return db.rpc("create_org", { name, slug, time_zone: timeZone });
}

export function updateOrg(
  db: Db,
  {
    orgId,
    name,
    slug,
    replyEmail,
    timeZone,
    postalAddress,
  }: {
    orgId: string;
    name: string;
    slug: string;
    replyEmail: string;
    timeZone: string;
    /** Empty to remove the postal address. */
    postalAddress: string;
  },
) {
  return db.rpc("update_org", {
    org_id: orgId,
    name,
    slug,
    reply_email: replyEmail,
    time_zone: timeZone,
    postal_address: postalAddress,
  });
}

/** @param logoPath empty to remove the logo */
export function updateLogo(db: Db, { orgId, logoPath }: { orgId: string; logoPath: string }) {
  return db.rpc("update_logo", { org_id: orgId, logo_path: logoPath });
}

export function updateBrand(
  db: Db,
  args: { orgId: string; brandColor: string; expectedVersion: number },
) {
  return db.rpc("update_brand", {
    org_id: args.orgId,
    brand_color: args.brandColor,
    expected_version: args.expectedVersion,
  });
}

export function setRetention(db: Db, args: { orgId: string; retentionDays: number }) {
  return db.rpc("set_retention", { org_id: args.orgId, retention_days: args.retentionDays });
}

export function setRequireMfa(db: Db, args: { orgId: string; requireMfa: boolean }) {
  return db.rpc("set_require_mfa", { org_id: args.orgId, require_mfa: args.requireMfa });
}

export function deleteOrg(db: Db, orgId: string) {
  return db.rpc("delete_org", { org_id: orgId });
}
