import "server-only";
import { cache } from "react";
import { listBouncedContacts } from "@/features/clients/queries";
import type { BouncedPage } from "@/features/clients/types";
import { countOpenRequests, countWaitingItems, listWaitingItems } from "@/features/inbox/queries";
import type { WaitingPage, WorkCounts } from "@/features/inbox/types";
import { loadOrg } from "@/features/orgs/loaders";
import { listRequests } from "@/features/requests/queries";
import type { RequestPage } from "@/features/requests/types";
import { getBackend, requireSession } from "@/lib/backend/backend.server";
import type { PageKey } from "@/lib/backend/page-key";
import { dateInZone } from "@/lib/format/format";

/** Returns the counts that the navigation shows. */
export const loadWorkCounts = cache(async (slug: string): Promise<WorkCounts> => {
  const [org, { db }] = await Promise.all([loadOrg(slug), getBackend()]);
  const [toReview, openRequests] = await Promise.all([
    countWaitingItems(db, { orgId: org.id }),
    countOpenRequests(db, org.id),
  ]);
  return { toReview, openRequests, openMine: 0, overdue: 0, dueThisWeek: 0 };
});

export type Inbox = {
  assigneeId: string | undefined;
  waiting: WaitingPage;
  /** Counts the items on all pages, not only on this one. */
  waitingTotal: number;
  overdue: RequestPage;
  bounced: BouncedPage;
};

/**
 * Loads the items to review and the overdue requests, longest waiting first. Also loads bounced
 * contacts for the whole firm, because they are not assigned to a member.
 */
export async function loadInbox(
  slug: string,
  from: {
    isMine?: boolean;
    waiting?: PageKey | undefined;
    bounced?: PageKey | undefined;
  } = {},
): Promise<Inbox> {
  const [org, session] = await Promise.all([loadOrg(slug), requireSession()]);
  const whose = { orgId: org.id, assigneeId: from.isMine ? session.claims.sub : undefined };
  const { db } = await getBackend();
  const today = dateInZone(new Date(), org.timeZone);
  const [waiting, overdue, bounced] = await Promise.all([
    listWaitingItems(db, { ...whose, after: from.waiting }),
    listRequests(db, { ...whose, dueBefore: today }),
    listBouncedContacts(db, { orgId: org.id, after: from.bounced }),
  ]);
  // If the first page contains the whole list, its length is the total.
  const isWhole = !from.waiting && !waiting.next;
  const waitingTotal = isWhole ? waiting.items.length : await countWaitingItems(db, whose);
  return { assigneeId: whose.assigneeId, waiting, waitingTotal, overdue, bounced };
}
