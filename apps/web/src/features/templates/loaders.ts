import "server-only";
import { notFound } from "next/navigation";
import { cache } from "react";
import { loadOrg } from "@/features/orgs/loaders";
import { getTemplate, listTemplates } from "@/features/templates/queries";
import type { Template, TemplateRow } from "@/features/templates/types";
import { getBackend } from "@/lib/backend/backend.server";
import { isUuid } from "@/lib/uuid";

export async function loadTemplates(
  slug: string,
): Promise<{ active: TemplateRow[]; archived: TemplateRow[] }> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  const rows = await listTemplates(backend.db, org.id);
  return {
    active: rows.filter(({ archivedAt }) => archivedAt === null),
    archived: rows.filter(({ archivedAt }) => archivedAt !== null),
  };
}

/** Shows the not-found page if the caller cannot see the template. */
export const loadTemplate = cache(async (slug: string, templateId: string): Promise<Template> => {
  const org = await loadOrg(slug);
  if (!isUuid(templateId)) notFound();
  const backend = await getBackend();
  return (await getTemplate(backend.db, { orgId: org.id, templateId })) ?? notFound();
});
