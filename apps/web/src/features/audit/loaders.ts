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
  const { before, after, kind, who } = filters;
  const newest = after ?? (before ? before - 1 : undefined);
  // A filtered list shows no row numbers, so it does not need the count of newer events.
  const isFiltered = Boolean(kind ?? who);
  const [page, total, newer, people] = await Promise.all([
    listAuditEvents(db, { orgId: org.id, ...filters }),
    countAuditEvents(db, org.id),
    newest === undefined || isFiltered ? 0 : countAuditEvents(db, org.id, newest),
    listAuditPeople(db, org.id),
  ]);
  const { events, newerThan, olderThan } = page;
  const mentioned = await readNames(db, { orgId: org.id, events });
  // `people` also names former members and deleted accounts. A name in a profile takes precedence.
  const known = people.map(({ id, name }) => [id, name] as const);
  const names = { ...mentioned, people: new Map([...known, ...mentioned.people]) };
  return {
    ...{ org, events, names, newerThan, olderThan },
    people: people.slice(0, MAX_PEOPLE),
    hasMorePeople: people.length > MAX_PEOPLE,
    extent: {
      // With `after`, `newer` includes the events of this page.
      skipped: after ? newer - events.length : newer,
      rows: events.length,
      total,
      pageSize: PAGE_SIZE,
    },
  };
}
