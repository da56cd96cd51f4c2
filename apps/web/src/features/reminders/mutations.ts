import "server-only";
import type { Db } from "@/lib/backend/db";

/** Replaces a firm's reminder plan. The new plan applies to open requests too. */
export function setReminderPolicy(
  db: Db,
  policy: { org_id: string; reminder_days: number[]; reminder_every: number },
) {
  return db.rpc("set_reminder_policy", policy);
}
