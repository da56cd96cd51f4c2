import type { PageKey } from "@/lib/backend/page-key";

/** A submitted item that waits for a decision. */
export type WaitingItem = {
  itemId: string;
  itemTitle: string;
  requestId: string;
  requestTitle: string;
  clientName: string;
  submittedAt: string | null;
};

/** One page of the items that wait for a decision. */
export type WaitingPage = { items: WaitingItem[]; next: PageKey | null };
