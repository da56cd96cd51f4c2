import "server-only";
import { countAuditEvents, listAuditEvents, PAGE_SIZE, readNames } from "@/features/audit/queries";
import type { AuditFilters } from "@/features/audit/schema";
import { loadManagedOrg } from "@/features/orgs/loaders";
import { listMembers } from "@/features/team/queries";
import { getBackend } from "@/lib/backend.server";

/** One page of the firm's record with the names it mentions, and whom to filter by. */
export async function loadAudit(slug: string, filters: AuditFilters) {
  const org = await loadManagedOrg(slug);
  const { db } = await getBackend();
  const [rows, total, members] = await Promise.all([
    listAuditEvents(db, { orgId: org.id, ...filters }),
    countAuditEvents(db, org.id),
    listMembers(db, org.id),
  ]);
  const events = rows.slice(0, PAGE_SIZE);
  const names = await readNames(db, { orgId: org.id, events });
  return {
    ...{ org, events, names, total, members },
    nextBefore: rows.length > PAGE_SIZE ? events.at(-1)?.id : undefined,
  };
}
