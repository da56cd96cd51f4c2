import "server-only";
import { unwrap } from "@dossier/backend-client";
import { imageUrl } from "@/features/account/queries";
import type { TimelineEvent } from "@/features/timeline/types";
import type { Db } from "@/lib/db";

const NEWEST = 200;

/** Pictures of people by user id: those of colleagues who chose one. */
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

/** The newest 200 events of a request, oldest of them first. */
export async function listEvents(
  db: Db,
  { orgId, requestId }: { orgId: string; requestId: string },
): Promise<TimelineEvent[]> {
  const rows = unwrap(
    await db
      .from("events")
      .select("id, actor_kind, actor_id, actor_name, action, entity_id, data, at")
      .eq("org_id", orgId)
      .eq("request_id", requestId)
      .order("id", { ascending: false })
      .limit(NEWEST),
  ).reverse();
  const urlOf = await findPictures(db, [...new Set(rows.map((row) => row.actor_id))]);
  return rows.map((row) => ({
    id: row.id,
    actorKind: row.actor_kind as TimelineEvent["actorKind"],
    actorId: row.actor_id,
    actorName: row.actor_name ?? "",
    actorUrl: urlOf.get(row.actor_id) ?? null,
    action: row.action,
    entityId: row.entity_id,
    data: (row.data ?? {}) as Record<string, unknown>,
    at: row.at,
  }));
}
