import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import { EVENT_COLUMNS, type EventsOf, listEventPage, toEvents } from "@/features/activity/queries";
import type { ActivityEvent, EventLinks } from "@/features/activity/types";
import { type AuditFilters, KINDS, SYSTEM } from "@/features/audit/schema";
import type { AuditNames, AuditPerson } from "@/features/audit/types";
import type { Db } from "@/lib/backend/db";
import { toCamelCase } from "@/lib/format/camel-case";

export const PAGE_SIZE = 50;

export async function listAuditEvents(
  db: Db,
  { orgId, kind, who, ...place }: AuditFilters & { orgId: string },
): Promise<{ events: ActivityEvent[] } & EventLinks> {
  const actions = kind && KINDS[kind].map((start) => `action.like.${start}*`).join(",");
  const wanted: EventsOf = {
    orgId,
    actions,
    actor: who === SYSTEM ? { kind: SYSTEM } : who ? { id: who } : undefined,
  };
  return listEventPage(db, wanted, { ...place, pageSize: PAGE_SIZE });
}

export const MAX_PEOPLE = 500;

/**
 * Lists current staff, then former staff, then contacts. In each group, the person with the newest
 * event comes first. If there are more than {@link MAX_PEOPLE} people, returns one extra person.
 */
export async function listAuditPeople(db: Db, orgId: string): Promise<AuditPerson[]> {
  const rows = unwrap(
    await db.rpc("list_audit_people", { org_id: orgId, max_rows: MAX_PEOPLE + 1 }),
  );
  return rows.map((row) => ({
    id: row.actor_id,
    name: row.name,
    kind: row.kind as AuditPerson["kind"],
  }));
}

export async function getAuditEvent(
  db: Db,
  { orgId, id }: { orgId: string; id: number },
): Promise<ActivityEvent | null> {
  const rows = unwrap(
    await db.from("events").select(EVENT_COLUMNS).eq("org_id", orgId).eq("id", id),
  );
  const [event] = await toEvents(db, rows);
  return event ?? null;
}

export async function countAuditEvents(db: Db, orgId: string, after = 0): Promise<number> {
  const result = await db
    .from("events")
    .select("id", { count: "exact", head: true })
    .eq("org_id", orgId)
    .gt("id", after);
  unwrap(result);
  return result.count ?? 0;
}

const verified = z
  .object({
    checked: z.number(),
    last_id: z.number(),
    done: z.boolean(),
    broken: z.object({ id: z.number(), chain: z.string(), no: z.number() }).nullable(),
  })
  .transform(toCamelCase);

export async function verifyAuditPage(db: Db, { orgId, after }: { orgId: string; after: number }) {
  return verified.parse(unwrap(await db.rpc("verify_audit", { org_id: orgId, after })));
}

const ids = (values: readonly unknown[]) => [
  ...new Set(values.filter((value): value is string => typeof value === "string")),
];

export async function readNames(
  db: Db,
  { orgId, events }: { orgId: string; events: readonly ActivityEvent[] },
): Promise<AuditNames> {
  const of = (start: string) =>
    events.filter(({ action }) => action.startsWith(start)).map(({ entityId }) => entityId);
  const requestIds = ids(events.map(({ requestId }) => requestId));
  const itemIds = ids([...of("item."), ...events.map(({ data }) => data.itemId)]);
  const clientIds = ids([...of("client."), ...events.map(({ data }) => data.clientId)]);
  const contactIds = ids([...of("contact."), ...events.map(({ data }) => data.contactId)]);
  const userIds = ids(of("member."));
  const [requests, items, clients, contacts, people] = await Promise.all([
    db.from("requests").select("id, title").eq("org_id", orgId).in("id", requestIds),
    db.from("items").select("id, title").eq("org_id", orgId).in("id", itemIds),
    db.from("clients").select("id, name").eq("org_id", orgId).in("id", clientIds),
    db.from("contacts").select("id, name").eq("org_id", orgId).in("id", contactIds),
    db.from("profiles").select("user_id, name").in("user_id", userIds),
  ]);
  return {
    requests: new Map(unwrap(requests).map(({ id, title }) => [id, title])),
    items: new Map(unwrap(items).map(({ id, title }) => [id, title])),
    clients: new Map(unwrap(clients).map(({ id, name }) => [id, name])),
    contacts: new Map(unwrap(contacts).map(({ id, name }) => [id, name])),
    people: new Map(unwrap(people).map(({ user_id, name }) => [user_id, name])),
  };
}
