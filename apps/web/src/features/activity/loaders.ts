import "server-only";
import { groupByRequest } from "@/features/activity/grouping/groups";
import { listEvents, listNewestEvents } from "@/features/activity/queries";
import type { ActivityPage, EventPlace, RecordFilter } from "@/features/activity/types";
import { loadOrg } from "@/features/orgs/loaders";
import { getBackend } from "@/lib/backend/backend.server";

/** Check that the user has access to the request before you call this function. */
export async function loadActivity(
  slug: string,
  requestId: string,
  wanted: EventPlace & { filter?: RecordFilter | undefined },
): Promise<ActivityPage> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  return listEvents(backend.db, { orgId: org.id, requestId, ...wanted });
}

const MAX_GROUPS = 8;

export async function loadNewestActivity(slug: string, requestIds: readonly string[]) {
  const org = await loadOrg(slug);
  const { db } = await getBackend();
  const { events, names } = await listNewestEvents(db, { orgId: org.id, requestIds });
  return { groups: groupByRequest(events).slice(0, MAX_GROUPS), names };
}
