import "server-only";
import { listBouncedContacts } from "@/features/clients/queries";
import type { BouncedPage } from "@/features/clients/types";
import { countWaitingItems, listWaitingItems } from "@/features/inbox/queries";
import type { WaitingPage } from "@/features/inbox/types";
import { loadOrg } from "@/features/orgs/loaders";
import { listRequests } from "@/features/requests/queries";
import type { RequestPage } from "@/features/requests/types";
import { getBackend } from "@/lib/backend.server";
import { dateInZone } from "@/lib/format";
import type { PageKey } from "@/lib/page-key";

/** What waits for the firm, a page of each list. */
export type Inbox = {
  waiting: WaitingPage;
  /** All that wait, not only those of the page. */
  waitingTotal: number;
  overdue: RequestPage;
  bounced: BouncedPage;
};

/** What waits for the firm: items to review and overdue requests, the longest first, lost contacts. */
export async function loadInbox(
  slug: string,
  from: { waiting?: PageKey | undefined; bounced?: PageKey | undefined } = {},
): Promise<Inbox> {
  const org = await loadOrg(slug);
  const { db } = await getBackend();
  const today = dateInZone(new Date(), org.timeZone);
  const [waiting, overdue, bounced] = await Promise.all([
    listWaitingItems(db, { orgId: org.id, after: from.waiting }),
    listRequests(db, { orgId: org.id, dueBefore: today }),
    listBouncedContacts(db, { orgId: org.id, after: from.bounced }),
  ]);
  // A list that fits on its first page is its own count.
  const isWhole = !from.waiting && !waiting.next;
  const waitingTotal = isWhole ? waiting.items.length : await countWaitingItems(db, org.id);
  return { waiting, waitingTotal, overdue, bounced };
}
