import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { ActivityEvent, ActivityPage, RecordFilter } from "@/features/activity/types";
import type { Db } from "@/lib/backend/db";
import { imageUrl } from "@/lib/backend/image-url";

const PAGE_SIZE = 200;

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

/** Returns the names of contacts by id, including contacts who were removed from the request. */
async function findContacts(
  db: Db,
  { orgId, events }: { orgId: string; events: readonly ActivityEvent[] },
): Promise<Map<string, string>> {
  const mentioned = events.map(({ data }) => data.contact_id);
  const ids = [...new Set(mentioned.filter((id) => typeof id === "string"))];
  if (ids.length === 0) return new Map();
  const rows = unwrap(
    await db.from("contacts").select("id, name").eq("org_id", orgId).in("id", ids),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** PostgREST conditions on the action of an event. */
const FILTERS: Record<RecordFilter, string> = {
  files: "action.like.file.*",
  decisions:
    "action.in.(item.accepted,item.partial,item.returned,item.waived,item.undone,request.completed,request.reopened,request.cancelled)",
  email: "action.like.mail.*,action.like.reminder.*,action.like.email.*",
};

type EventsOf = {
  orgId: string;
  requestId: string;
  /** Returns the events before this one. Without it, returns the newest events. */
  before?: number | undefined;
  filter?: RecordFilter | undefined;
};

export async function listEvents(
  db: Db,
  { orgId, requestId, before, filter }: EventsOf,
): Promise<ActivityPage> {
  let select = db
    .from("events")
    .select("id, no, hash, actor_kind, actor_id, actor_name, action, entity_id, data, at")
    .eq("org_id", orgId)
    .eq("request_id", requestId)
    .order("id", { ascending: false })
    .limit(PAGE_SIZE + 1);
  if (filter) select = select.or(FILTERS[filter]);
  if (before) select = select.lt("id", before);
  const found = unwrap(await select);
  const rows = found.slice(0, PAGE_SIZE);
  const urlOf = await findPictures(db, [...new Set(rows.map((row) => row.actor_id))]);
  const events = rows.map((row) => ({
    id: row.id,
    no: row.no,
    hash: row.hash,
    actorKind: row.actor_kind as ActivityEvent["actorKind"],
    actorId: row.actor_id,
    actorName: row.actor_name ?? "",
    actorUrl: urlOf.get(row.actor_id) ?? null,
    action: row.action,
    entityId: row.entity_id,
    data: (row.data ?? {}) as Record<string, unknown>,
    at: row.at,
  }));
  const contacts = await findContacts(db, { orgId, events });
  return {
    events,
    contacts,
    earlierBefore: found.length > PAGE_SIZE ? (rows.at(-1)?.id ?? null) : null,
  };
}
