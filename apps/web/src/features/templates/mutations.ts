import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import { toItemArgument } from "@/features/requests/mutations";
import type { TemplateContent } from "@/features/templates/types";
import type { Db } from "@/lib/db";

const saved = z.object({ id: z.string() });

/** Creates or replaces a template. @returns its id */
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

/** Puts a template away, or takes it back. */
export async function archiveTemplate(
  db: Db,
  args: { templateId: string; archived: boolean },
): Promise<void> {
  unwrap(
    await db.rpc("archive_template", { template_id: args.templateId, archived: args.archived }),
  );
}
