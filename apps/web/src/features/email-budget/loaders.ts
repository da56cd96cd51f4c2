import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import { loadOrg } from "@/features/orgs/loaders";
import { getBackend } from "@/lib/backend/backend.server";
import { toCamelCase } from "@/lib/format/camel-case";

const budgetSchema = z
  .object({
    is_trusted: z.boolean(),
    first_emails: z.number(),
    requests_waiting: z.number(),
    invitations: z.number(),
    invitations_waiting: z.number(),
  })
  .transform(toCamelCase);

export type EmailBudget = z.infer<typeof budgetSchema>;

export async function loadEmailBudget(slug: string, requestId?: string): Promise<EmailBudget> {
  const org = await loadOrg(slug);
  const { db } = await getBackend();
  return budgetSchema.parse(
    unwrap(
      await db.rpc("get_email_budget", {
        org_id: org.id,
        ...(requestId === undefined ? {} : { request_id: requestId }),
      }),
    ),
  );
}
