import "server-only";
import type { ReminderPolicy } from "@/features/reminders/types";
import type { Db } from "@/lib/backend/db";

/** The new plan applies to open requests too. */
export function setReminderPolicy(
  db: Db,
  { orgId, days, every }: { orgId: string } & ReminderPolicy,
) {
  return db.rpc("set_reminder_policy", {
    org_id: orgId,
    reminder_days: [...days],
    reminder_every: every,
  });
}
