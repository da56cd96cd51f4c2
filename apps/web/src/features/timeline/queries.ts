import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { TimelineEvent } from "@/features/timeline/types";
import type { Db } from "@/lib/db";

const NEWEST = 200;

/** The newest 200 events of a request, oldest of them first. */
export async function listEvents(
  db: Db,
  { orgId, requestId }: { orgId: string; requestId: string },
): Promise<TimelineEvent[]> {
  const rows = unwrap(
    await db
      .from("events")
      .select("id, actor_kind, actor_name, action, entity_id, data, at")
      .eq("org_id", orgId)
      .eq("request_id", requestId)
      .order("id", { ascending: false })
      .limit(NEWEST),
  );
  return rows.reverse().map((row) => ({
    id: row.id,
    actorKind: row.actor_kind as TimelineEvent["actorKind"],
    actorName: row.actor_name ?? "",
    action: row.action,
    entityId: row.entity_id,
    data: (row.data ?? {}) as Record<string, unknown>,
    at: row.at,
  }));
}
