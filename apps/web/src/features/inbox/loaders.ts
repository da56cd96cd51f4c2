import "server-only";
import { cache } from "react";
import { listBouncedContacts } from "@/features/clients/queries";
import type { BouncedPage } from "@/features/clients/types";
import { countWork, getInboxSide, listInbox } from "@/features/inbox/queries";
import type { InboxPage, InboxSide, WorkCounts } from "@/features/inbox/types";
import { loadOrg } from "@/features/orgs/loaders";
import { getBackend } from "@/lib/backend/backend.server";
import type { PageKey } from "@/lib/backend/page-key";

/** Returns the numbers of the navigation and of the inbox, once per request. */
export const loadWorkCounts = cache(async (slug: string): Promise<WorkCounts> => {
  const [org, { db }] = await Promise.all([loadOrg(slug), getBackend()]);
  return countWork(db, org.id);
});

export async function loadInbox(
  slug: string,
  { isMine, after }: { isMine: boolean; after?: PageKey | undefined },
): Promise<{ page: InboxPage; side: InboxSide; counts: WorkCounts }> {
  const [org, { db }] = await Promise.all([loadOrg(slug), getBackend()]);
  const [page, side, counts] = await Promise.all([
    listInbox(db, { orgId: org.id, isMine, after }),
    getInboxSide(db, org.id),
    loadWorkCounts(slug),
  ]);
  return { page, side, counts };
}

export async function loadBounced(
  slug: string,
  after: PageKey | undefined,
): Promise<{ page: BouncedPage; counts: WorkCounts }> {
  const [org, { db }] = await Promise.all([loadOrg(slug), getBackend()]);
  const [page, counts] = await Promise.all([
    listBouncedContacts(db, { orgId: org.id, after }),
    loadWorkCounts(slug),
  ]);
  return { page, counts };
}
