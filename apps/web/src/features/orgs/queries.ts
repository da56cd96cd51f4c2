import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { MyOrg, Org, OrgSettings } from "@/features/orgs/types";
import type { Db } from "@/lib/backend/db";

export async function listMyOrgs(db: Db, userId: string): Promise<MyOrg[]> {
  const rows = unwrap(
    await db
      .from("memberships")
      .select("role, org:orgs!inner(id, name, slug, logo_path)")
      .eq("user_id", userId)
      .eq("status", "active"),
  );
  return rows
    .map(({ role, org: { logo_path: logoPath, ...org } }) => ({
      ...org,
      logoPath,
      role: role as MyOrg["role"],
    }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}

export async function hasContactRequests(db: Db): Promise<boolean> {
  return unwrap(await db.rpc("list_my_requests")).length > 0;
}

/** Returns true even if the user can no longer read any request. */
export async function hasContact(db: Db, userId: string): Promise<boolean> {
  const rows = unwrap(await db.from("contacts").select("id").eq("user_id", userId).limit(1));
  return rows.length > 0;
}

export async function findHome(db: Db, userId: string): Promise<string> {
  const [org, ...others] = await listMyOrgs(db, userId);
  if (org) return others.length === 0 ? `/o/${org.slug}` : "/o";
  return (await hasContactRequests(db)) ? "/r" : "/o/new";
}

export async function getOrgBySlug(
  db: Db,
  { slug, userId }: { slug: string; userId: string },
): Promise<Org | null> {
  const row = unwrap(
    await db
      .from("orgs")
      .select(
        "id, name, slug, logo_path, time_zone, require_mfa, brand_color, memberships!inner(role)",
      )
      .eq("slug", slug)
      .eq("memberships.user_id", userId)
      .eq("memberships.status", "active")
      .maybeSingle(),
  );
  const [membership] = row?.memberships ?? [];
  if (!row || !membership) return null;
  const role = membership.role as Org["role"];
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    logoPath: row.logo_path,
    timeZone: row.time_zone,
    requireMfa: row.require_mfa,
    brandColor: row.brand_color,
    role,
  };
}

export async function getOrgName(db: Db, orgId: string): Promise<string | null> {
  const row = unwrap(await db.from("orgs").select("name").eq("id", orgId).maybeSingle());
  return row?.name ?? null;
}

export async function getOrgSettings(db: Db, org: Org): Promise<OrgSettings | null> {
  const row = unwrap(
    await db
      .from("orgs")
      .select(
        "reply_email, postal_address, brand_version, retention_days, reminder_days, reminder_every",
      )
      .eq("id", org.id)
      .maybeSingle(),
  );
  if (!row) return null;
  return {
    ...org,
    replyEmail: row.reply_email,
    postalAddress: row.postal_address,
    brandVersion: row.brand_version,
    retentionDays: row.retention_days,
    reminderDays: row.reminder_days,
    reminderEvery: row.reminder_every,
  };
}
