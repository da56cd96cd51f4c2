import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { CHOICES } from "@/features/opt-out/schema";
import type { Db } from "@/lib/backend/db";
import { isNotFound, toAppError } from "@/lib/errors/app-error";

export async function setOptOut(
  db: Db,
  args: { token: string; choice: (typeof CHOICES)[number] | "one_click" },
): Promise<boolean> {
  const { error } = await db.rpc("set_opt_out", args);
  if (error && isNotFound(toAppError(error))) return false;
  if (error) throw error;
  return true;
}

export async function optIn(db: Db, contactId: string): Promise<void> {
  unwrap(await db.rpc("opt_in", { contact_id: contactId }));
}
