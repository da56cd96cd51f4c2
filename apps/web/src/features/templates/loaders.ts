import "server-only";
import { notFound } from "next/navigation";
import { cache } from "react";
import { loadOrg } from "@/features/orgs/loaders";
import { getTemplate, listTemplates } from "@/features/templates/queries";
import type { Template, TemplatePreview, TemplateRow } from "@/features/templates/types";
import { getBackend } from "@/lib/backend/backend.server";
import { isUuid } from "@/lib/ids/uuid";

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

export const loadTemplate = cache(async (slug: string, templateId: string): Promise<Template> => {
  const org = await loadOrg(slug);
  if (!isUuid(templateId)) notFound();
  const backend = await getBackend();
  return (await getTemplate(backend.db, { orgId: org.id, templateId })) ?? notFound();
});

/** Leaves out the help texts, because the preview does not show them. */
export async function loadTemplatePreview(
  slug: string,
  templateId: string,
): Promise<TemplatePreview> {
  const { id, title, message, dueInDays, items } = await loadTemplate(slug, templateId);
  return { id, title, message, dueInDays, items: items.map((item) => ({ ...item, help: "" })) };
}
