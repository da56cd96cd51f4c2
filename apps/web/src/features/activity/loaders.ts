import "server-only";
import { listEvents } from "@/features/activity/queries";
import type { ActivityPage, RecordFilter } from "@/features/activity/types";
import { loadOrg } from "@/features/orgs/loaders";
import { getBackend } from "@/lib/backend/backend.server";

/** Call it only after checking the caller's access to the request. */
export async function loadActivity(
  slug: string,
  requestId: string,
  { before, filter }: { before?: number | undefined; filter?: RecordFilter | undefined } = {},
): Promise<ActivityPage> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  return listEvents(backend.db, { orgId: org.id, requestId, before, filter });
}
