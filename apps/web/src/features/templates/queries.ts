import "server-only";
import { unwrap } from "@dossier/backend-client";
import { DEFINITION_COLUMNS, toDefinition } from "@/features/items/queries";
import type { Template, TemplateRow } from "@/features/templates/types";
import type { Db } from "@/lib/backend/db";
import { readAll } from "@/lib/backend/read-all";

/** Must not exceed 1,000, because PostgREST returns at most 1,000 rows. */
const MAX_ROWS = 500;

function sectionsOf(items: readonly { section: string | null }[]): string[] {
  const names = items.flatMap(({ section }) => section?.trim() || []);
  return [...new Set(names)];
}

export async function listTemplates(db: Db, orgId: string): Promise<TemplateRow[]> {
  const rows = await readAll(async (after) => {
    const select = db
      .from("templates")
      .select("id, title, due_in_days, archived_at, updated_at, template_items(section)")
      .eq("org_id", orgId)
      .order("id")
      .order("position", { referencedTable: "template_items" })
      .limit(MAX_ROWS);
    return unwrap(await (after ? select.gt("id", after) : select));
  }, MAX_ROWS);
  rows.sort((one, other) => one.title.localeCompare(other.title, "en"));
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    dueInDays: row.due_in_days,
    itemCount: row.template_items.length,
    sections: sectionsOf(row.template_items),
    archivedAt: row.archived_at,
    updatedAt: row.updated_at,
  }));
}

export async function getTemplate(
  db: Db,
  { orgId, templateId }: { orgId: string; templateId: string },
): Promise<Template | null> {
  const row = unwrap(
    await db
      .from("templates")
      .select(
        `id, title, message, due_in_days, version, archived_at,
         template_items(position, ${DEFINITION_COLUMNS})`,
      )
      .eq("org_id", orgId)
      .eq("id", templateId)
      .order("position", { referencedTable: "template_items" })
      .maybeSingle(),
  );
  if (!row) return null;
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    dueInDays: row.due_in_days,
    version: row.version,
    archivedAt: row.archived_at,
    items: row.template_items.map(toDefinition),
  };
}
