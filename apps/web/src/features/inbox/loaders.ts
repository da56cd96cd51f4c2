import "server-only";
import { isBackendError } from "@dossier/backend-client";
import { cache } from "react";
import { listBouncedContacts } from "@/features/clients/queries";
import type { BouncedPage } from "@/features/clients/types";
import { countWork, getInboxSide, listInbox } from "@/features/inbox/queries";
import type { InboxPage, InboxSide, WorkCounts } from "@/features/inbox/types";
import { findOrg, loadOrg } from "@/features/orgs/loaders";
import { getBackend } from "@/lib/backend/backend.server";
import type { ListPlace } from "@/lib/backend/list-page";
import { isNotFound, toAppError } from "@/lib/errors/app-error";

export const loadWorkCounts = cache(async (slug: string): Promise<WorkCounts> => {
  const [org, { db }] = await Promise.all([loadOrg(slug), getBackend()]);
  return countWork(db, org.id);
});

/**
 * Returns null if the user is not on the firm's staff, even if the user leaves the firm between the
 * two queries.
 */
export async function findWorkCounts(slug: string): Promise<WorkCounts | null> {
  try {
    const [org, { db }] = await Promise.all([findOrg(slug), getBackend()]);
    return org && (await countWork(db, org.id));
  } catch (thrown) {
    if (isBackendError(thrown) && isNotFound(toAppError(thrown))) return null;
    throw thrown;
  }
}

export async function loadInbox(
  slug: string,
  { isMine, place }: { isMine: boolean; place?: ListPlace | undefined },
): Promise<{ page: InboxPage; side: InboxSide; counts: WorkCounts }> {
  const [org, { db }] = await Promise.all([loadOrg(slug), getBackend()]);
  const [page, side, counts] = await Promise.all([
    listInbox(db, { orgId: org.id, isMine, place }),
    getInboxSide(db, org.id),
    loadWorkCounts(slug),
  ]);
  return { page, side, counts };
}

export async function loadBounced(
  slug: string,
  place: ListPlace | undefined,
): Promise<{ page: BouncedPage; counts: WorkCounts }> {
  const [org, { db }] = await Promise.all([loadOrg(slug), getBackend()]);
  const counts = await loadWorkCounts(slug);
  const page = await listBouncedContacts(db, { orgId: org.id, place, total: counts.bounced });
  return { page, counts };
}
