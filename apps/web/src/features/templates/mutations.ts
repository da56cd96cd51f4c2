import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import { saveDraft, toItemArgument } from "@/features/requests/mutations";
import { DEFAULT_DUE_DAYS, MAX_CONTACTS } from "@/features/requests/schema";
import { getTemplate } from "@/features/templates/queries";
import { dueDateAfter } from "@/features/templates/schema";
import type { TemplateContent } from "@/features/templates/types";
import type { Db } from "@/lib/backend/db";

const saved = z.object({ id: z.string() });

export async function saveTemplate(
  db: Db,
  args: { orgId: string; templateId?: string; expectedVersion?: number; template: TemplateContent },
): Promise<string> {
  const { template } = args;
  const result = await db.rpc("save_template", {
    org_id: args.orgId,
    title: template.title,
    message: template.message,
    due_in_days: template.dueInDays,
    items: template.items.map(toItemArgument),
    ...(args.templateId ? { template_id: args.templateId } : {}),
    ...(args.expectedVersion === undefined ? {} : { expected_version: args.expectedVersion }),
  });
  return saved.parse(unwrap(result)).id;
}

export async function archiveTemplate(
  db: Db,
  args: { templateId: string; archived: boolean },
): Promise<void> {
  unwrap(
    await db.rpc("archive_template", { template_id: args.templateId, archived: args.archived }),
  );
}

export async function createDraft(
  db: Db,
  args: {
    orgId: string;
    clientId: string;
    templateId?: string | undefined;
    timeZone: string;
    userId: string;
  },
): Promise<string> {
  const { orgId, clientId, templateId } = args;
  const contacts = unwrap(
    await db
      .from("contacts")
      .select("id")
      .eq("org_id", orgId)
      .eq("client_id", clientId)
      .eq("status", "active")
      .limit(MAX_CONTACTS),
  );
  const template = templateId ? await getTemplate(db, { orgId, templateId }) : null;
  const days = template?.dueInDays ?? DEFAULT_DUE_DAYS;
  const { id } = await saveDraft(db, {
    orgId,
    clientId,
    draft: {
      title: template?.title ?? "",
      message: template?.message ?? "",
      dueOn: dueDateAfter(new Date(), days, args.timeZone),
      assigneeId: args.userId,
      contactIds: contacts.map((contact) => contact.id),
      items: (template?.items ?? []).map((item) => ({ ...item, id: undefined })),
    },
  });
  return id;
}
