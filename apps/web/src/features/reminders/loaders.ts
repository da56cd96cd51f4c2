import "server-only";
import { loadOrg } from "@/features/orgs/loaders";
import { getReminderPolicy } from "@/features/reminders/queries";
import type { ReminderPolicy } from "@/features/reminders/types";
import { getBackend } from "@/lib/backend/backend.server";

export async function loadReminderPolicy(slug: string): Promise<ReminderPolicy> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  return getReminderPolicy(backend.db, org.id);
}
