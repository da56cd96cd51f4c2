import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import type { EmailStop, OptOut } from "@/features/opt-out/types";
import type { Db } from "@/lib/backend/db";
import { isNotFound, toAppError } from "@/lib/errors/app-error";

const STATES = ["no_reminders", "firm", "left", "wrong_person"] as const;

const optOut = z.object({
  firm: z.string(),
  logo_path: z.string().nullable(),
  brand_color: z.string().nullable(),
  client: z.string(),
  email_masked: z.string(),
  state: z.enum(["all", ...STATES]),
});

export async function getOptOut(db: Db, token: string): Promise<OptOut | null> {
  const { data, error } = await db.rpc("get_opt_out", { token });
  if (error && isNotFound(toAppError(error))) return null;
  if (error) throw error;
  const { logo_path, brand_color, email_masked, ...rest } = optOut.parse(data);
  return {
    ...rest,
    logoPath: logo_path,
    brandColor: brand_color,
    emailMasked: email_masked,
  };
}

export async function listMyEmailStops(db: Db): Promise<EmailStop[]> {
  const rows = unwrap(await db.rpc("list_my_email_stops"));
  return rows.map((row) => ({
    contactId: row.contact_id,
    firm: row.firm,
    client: row.client,
    state: z.enum(STATES).parse(row.state),
  }));
}
