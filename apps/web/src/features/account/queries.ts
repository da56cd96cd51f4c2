import "server-only";
import { unwrap } from "@dossier/backend-client";
import { type Preferences, preferencesSchema } from "@/features/account/schema";
import type { SoleOwnedOrg } from "@/features/account/types";
import type { Db } from "@/lib/backend/db";

export async function getProfile(db: Db, userId: string) {
  const row = unwrap(
    await db
      .from("profiles")
      .select("name, avatar_path, preferences")
      .eq("user_id", userId)
      .maybeSingle(),
  );
  const preferences: Preferences = preferencesSchema.parse(row?.preferences);
  return { name: row?.name ?? "", avatarPath: row?.avatar_path ?? null, preferences };
}

export async function listSoleOwnedOrgs(db: Db, userId: string): Promise<SoleOwnedOrg[]> {
  const mine = unwrap(
    await db
      .from("memberships")
      .select("org_id, org:orgs!inner(name, slug)")
      .eq("user_id", userId)
      .eq("status", "active")
      .eq("role", "owner"),
  );
  if (mine.length === 0) return [];
  const others = unwrap(
    await db
      .from("memberships")
      .select("org_id")
      .in(
        "org_id",
        mine.map(({ org_id }) => org_id),
      )
      .eq("status", "active")
      .eq("role", "owner")
      .neq("user_id", userId),
  );
  const shared = new Set(others.map(({ org_id }) => org_id));
  return mine.filter(({ org_id }) => !shared.has(org_id)).map(({ org }) => org);
}
