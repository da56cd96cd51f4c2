import "server-only";
import { loadOrg } from "@/features/orgs/loaders";
import { canManageOrg } from "@/features/orgs/permissions";
import { getSetup } from "@/features/setup/queries";
import type { Setup } from "@/features/setup/types";
import { getBackend } from "@/lib/backend/backend.server";

export async function loadSetup(slug: string): Promise<Setup | null> {
  const [org, { db }] = await Promise.all([loadOrg(slug), getBackend()]);
  return canManageOrg(org.role) ? getSetup(db, org.id) : null;
}
