import "server-only";
import { loadOrg } from "@/features/orgs/loaders";
import { listEvents } from "@/features/timeline/queries";
import type { TimelinePage } from "@/features/timeline/types";
import { getBackend } from "@/lib/backend/backend.server";

/** Call it only after checking the caller's access to the request. */
export async function loadTimeline(
  slug: string,
  requestId: string,
  before: number | undefined,
): Promise<TimelinePage> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  return listEvents(backend.db, { orgId: org.id, requestId, before });
}
