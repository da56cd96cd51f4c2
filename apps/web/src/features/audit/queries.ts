import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import { type AuditFilters, KINDS, SYSTEM } from "@/features/audit/schema";
import type { AuditEvent, AuditNames, AuditPerson } from "@/features/audit/types";
import type { Db } from "@/lib/backend/db";

export const PAGE_SIZE = 50;

const COLUMNS =
  "id, request_id, chain, no, actor_kind, actor_id, actor_name, action, entity_id, data, at, hash";

type EventRow = {
  id: number;
  request_id: string | null;
  chain: string;
  no: number;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  action: string;
  entity_id: string | null;
  data: unknown;
  at: string;
  hash: string;
};

function toEvent(row: EventRow): AuditEvent {
  return {
    id: row.id,
    requestId: row.request_id,
    chain: row.chain,
    no: row.no,
    actorKind: row.actor_kind as AuditEvent["actorKind"],
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    entityId: row.entity_id,
    data: (row.data ?? {}) as AuditEvent["data"],
    at: row.at,
    hash: row.hash,
  };
}

/**
 * Returns one page of the firm's events, newest first. If there are older events, returns one extra
 * row.
 */
export async function listAuditEvents(
  db: Db,
  { orgId, kind, who, before }: AuditFilters & { orgId: string },
): Promise<AuditEvent[]> {
  let select = db
    .from("events")
    .select(COLUMNS)
    .eq("org_id", orgId)
    .order("id", { ascending: false })
    .limit(PAGE_SIZE + 1);
  if (kind) select = select.or(KINDS[kind].map((start) => `action.like.${start}*`).join(","));
  if (who === SYSTEM) select = select.eq("actor_kind", "system");
  else if (who) select = select.eq("actor_id", who);
  if (before) select = select.lt("id", before);
  return unwrap(await select).map(toEvent);
}

/** If more people have events, the list contains those with the most recent events. */
export const MAX_PEOPLE = 500;

/**
 * Lists the people who have events, by name. Returns one more than {@link MAX_PEOPLE} if there are
 * more.
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
): Promise<AuditEvent | null> {
  const row = unwrap(
    await db.from("events").select(COLUMNS).eq("org_id", orgId).eq("id", id).maybeSingle(),
  );
  return row ? toEvent(row) : null;
}

export async function countAuditEvents(db: Db, orgId: string): Promise<number> {
  const result = await db
    .from("events")
    .select("id", { count: "exact", head: true })
    .eq("org_id", orgId);
  unwrap(result);
  return result.count ?? 0;
}

const verified = z.object({
  checked: z.number(),
  last_id: z.number(),
  done: z.boolean(),
  broken: z.object({ id: z.number(), chain: z.string(), no: z.number() }).nullable(),
});

/** Verifies up to 10,000 events. */
export async function verifyAuditPage(db: Db, { orgId, after }: { orgId: string; after: number }) {
  return verified.parse(unwrap(await db.rpc("verify_audit", { org_id: orgId, after })));
}

const ids = (values: readonly unknown[]) => [
  ...new Set(values.filter((value): value is string => typeof value === "string")),
];

/**
 * Returns the names of the requests, items, contacts and people that events mention. Deleted names
 * are missing.
 */
export async function readNames(
  db: Db,
  { orgId, events }: { orgId: string; events: readonly AuditEvent[] },
): Promise<AuditNames> {
  const of = (start: string) =>
    events.filter(({ action }) => action.startsWith(start)).map(({ entityId }) => entityId);
  const requestIds = ids(events.map(({ requestId }) => requestId));
  const itemIds = ids([...of("item."), ...events.map(({ data }) => data.item_id)]);
  const contactIds = ids(events.map(({ data }) => data.contact_id));
  const userIds = ids(of("member."));
  const [requests, items, contacts, people] = await Promise.all([
    db.from("requests").select("id, title").eq("org_id", orgId).in("id", requestIds),
    db.from("items").select("id, title").eq("org_id", orgId).in("id", itemIds),
    db.from("contacts").select("id, name").eq("org_id", orgId).in("id", contactIds),
    db.from("profiles").select("user_id, name").in("user_id", userIds),
  ]);
  return {
    requests: new Map(unwrap(requests).map(({ id, title }) => [id, title])),
    items: new Map(unwrap(items).map(({ id, title }) => [id, title])),
    contacts: new Map(unwrap(contacts).map(({ id, name }) => [id, name])),
    people: new Map(unwrap(people).map(({ user_id, name }) => [user_id, name])),
  };
}
