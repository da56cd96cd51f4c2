import "server-only";
import {
  countAuditEvents,
  listAuditEvents,
  listAuditPeople,
  MAX_PEOPLE,
  PAGE_SIZE,
  readNames,
} from "@/features/audit/queries";
import type { AuditFilters } from "@/features/audit/schema";
import { loadManagedOrg } from "@/features/orgs/loaders";
import { getBackend } from "@/lib/backend/backend.server";

export async function loadAudit(slug: string, filters: AuditFilters) {
  const org = await loadManagedOrg(slug);
  const { db } = await getBackend();
  const [rows, total, people] = await Promise.all([
    listAuditEvents(db, { orgId: org.id, ...filters }),
    countAuditEvents(db, org.id),
    listAuditPeople(db, org.id),
  ]);
  const events = rows.slice(0, PAGE_SIZE);
  const mentioned = await readNames(db, { orgId: org.id, events });
  // Read the names from the record, which includes former members and deleted accounts.
  const known = people.map(({ id, name }) => [id, name] as const);
  const names = { ...mentioned, people: new Map([...known, ...mentioned.people]) };
  return {
    ...{ org, events, names, total },
    people: people.slice(0, MAX_PEOPLE),
    hasMorePeople: people.length > MAX_PEOPLE,
    nextBefore: rows.length > PAGE_SIZE ? events.at(-1)?.id : undefined,
  };
}
