import "server-only";
import { loadOrg } from "@/features/orgs/loaders";
import { getReminderPolicy } from "@/features/reminders/queries";
import type { ReminderPolicy } from "@/features/reminders/types";
import { getBackend } from "@/lib/backend/backend.server";

/** The firm's reminder plan, which all its staff may read. */
export async function loadReminderPolicy(slug: string): Promise<ReminderPolicy> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  return getReminderPolicy(backend.db, org.id);
}
