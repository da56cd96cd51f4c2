import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { Database } from "@dossier/supabase/database.types";
import { type Names, namesFor } from "@/features/activity/strings";
import type {
  ActivityEvent,
  ActivityPage,
  EventLinks,
  EventPlace,
  RecordFilter,
} from "@/features/activity/types";
import type { Db } from "@/lib/backend/db";
import { imageUrl } from "@/lib/backend/image-url";
import { toCamelCase } from "@/lib/format/camel-case";

const PAGE_SIZE = 200;

/** The number of events to read. The page shows fewer rows, because it groups the events. */
const NEWEST = 80;

async function findPictures(
  db: Db,
  userIds: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  const ids = userIds.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = unwrap(
    await db
      .from("profiles")
      .select("user_id, avatar_path")
      .in("user_id", ids)
      .not("avatar_path", "is", null),
  );
  return new Map(
    rows.flatMap((row) => (row.avatar_path ? [[row.user_id, imageUrl(row.avatar_path)]] : [])),
  );
}

/** Includes contacts that staff removed from the request. */
async function findContacts(
  db: Db,
  { orgId, events }: { orgId: string; events: readonly ActivityEvent[] },
): Promise<Map<string, string>> {
  const mentioned = events.map(({ data }) => data.contactId);
  const ids = [...new Set(mentioned.filter((id) => typeof id === "string"))];
  if (ids.length === 0) return new Map();
  const rows = unwrap(
    await db.from("contacts").select("id, name").eq("org_id", orgId).in("id", ids),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const FILTERS: Record<RecordFilter, string> = {
  files: "action.like.file.*",
  decisions:
    "action.in.(item.accepted,item.partial,item.returned,item.waived,item.undone,request.completed,request.reopened,request.cancelled)",
  email: "action.like.mail.*,action.like.reminder.*,action.like.email.*",
};

export const EVENT_COLUMNS =
  "id, no, hash, actor_kind, actor_id, actor_name, action, entity_id, data, at, request_id";

export type EventsOf = {
  orgId: string;
  requestId?: string | undefined;
  /** PostgREST conditions, separated by commas. An event must match at least one. */
  actions?: string | undefined;
  actor?: { kind: "system" } | { id: string } | undefined;
};

function selectEvents(db: Db, { orgId, requestId, actions, actor }: EventsOf) {
  let select = db.from("events").select(EVENT_COLUMNS).eq("org_id", orgId);
  if (requestId) select = select.eq("request_id", requestId);
  if (actions) select = select.or(actions);
  if (!actor) return select;
  return "id" in actor ? select.eq("actor_id", actor.id) : select.eq("actor_kind", actor.kind);
}

export async function listEventPage(
  db: Db,
  wanted: EventsOf,
  { before, after, pageSize }: EventPlace & { pageSize: number },
): Promise<{ events: ActivityEvent[] } & EventLinks> {
  const select = () => selectEvents(db, wanted);
  const page = after ? select().gt("id", after) : before ? select().lt("id", before) : select();
  const found = unwrap(
    await page.order("id", { ascending: after !== undefined }).limit(pageSize + 1),
  );
  const rows = found.slice(0, pageSize);
  if (after) rows.reverse();
  const [newest, oldest] = [rows.at(0)?.id, rows.at(-1)?.id];
  // The extra row tells whether the list continues in the direction of paging. Query the opposite
  // direction too, because a URL can start a page at any event.
  const isBeyond = async () => {
    if (newest === undefined || oldest === undefined || !(after || before)) return false;
    const beyond = after ? select().lt("id", oldest) : select().gt("id", newest);
    return unwrap(await beyond.limit(1)).length > 0;
  };
  const [events, hasBeyond] = await Promise.all([toEvents(db, rows), isBeyond()]);
  const hasMore = found.length > pageSize;
  const [hasNewer, hasOlder] = after ? [hasMore, hasBeyond] : [hasBeyond, hasMore];
  return {
    events,
    newerThan: hasNewer ? (newest ?? null) : null,
    olderThan: hasOlder ? (oldest ?? null) : null,
  };
}

export async function listEvents(
  db: Db,
  {
    orgId,
    requestId,
    filter,
    ...place
  }: EventPlace & { orgId: string; requestId: string; filter?: RecordFilter | undefined },
): Promise<ActivityPage> {
  const wanted = { orgId, requestId, actions: filter && FILTERS[filter] };
  const page = await listEventPage(db, wanted, { ...place, pageSize: PAGE_SIZE });
  return { ...page, contacts: await findContacts(db, { orgId, events: page.events }) };
}

export async function listNewestEvents(
  db: Db,
  { orgId, requestIds }: { orgId: string; requestIds: readonly string[] },
): Promise<{ events: ActivityEvent[]; names: Names }> {
  if (requestIds.length === 0) return { events: [], names: namesFor([], new Map()) };
  const [rows, items] = await Promise.all([
    db
      .from("events")
      .select(EVENT_COLUMNS)
      .eq("org_id", orgId)
      .in("request_id", [...requestIds])
      .order("id", { ascending: false })
      .limit(NEWEST),
    db
      .from("items")
      .select("id, title")
      .in("request_id", [...requestIds]),
  ]);
  const events = await toEvents(db, unwrap(rows));
  const contacts = await findContacts(db, { orgId, events });
  return { events, names: namesFor(unwrap(items), contacts) };
}

type EventRow = Pick<
  Database["public"]["Tables"]["events"]["Row"],
  | "id"
  | "no"
  | "hash"
  | "actor_kind"
  | "actor_id"
  | "actor_name"
  | "action"
  | "entity_id"
  | "data"
  | "at"
  | "request_id"
>;

export async function toEvents(db: Db, rows: readonly EventRow[]): Promise<ActivityEvent[]> {
  const urlOf = await findPictures(db, [...new Set(rows.map((row) => row.actor_id))]);
  return rows.map((row) => ({
    id: row.id,
    no: row.no,
    hash: row.hash,
    actorKind: row.actor_kind as ActivityEvent["actorKind"],
    actorId: row.actor_id,
    actorName: row.actor_name ?? "",
    actorUrl: urlOf.get(row.actor_id) ?? null,
    action: row.action,
    entityId: row.entity_id,
    requestId: row.request_id,
    data: toCamelCase((row.data ?? {}) as Record<string, unknown>),
    at: row.at,
  }));
}
