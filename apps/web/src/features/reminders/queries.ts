import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { ReminderPolicy } from "@/features/reminders/types";
import type { Db } from "@/lib/backend/db";

export async function getReminderPolicy(db: Db, orgId: string): Promise<ReminderPolicy> {
  const row = unwrap(
    await db.from("orgs").select("reminder_days, reminder_every").eq("id", orgId).single(),
  );
  return { days: row.reminder_days, every: row.reminder_every };
}
