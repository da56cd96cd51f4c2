import type { PageKey } from "@/lib/backend/page-key";

export type WaitingItem = {
  itemId: string;
  itemTitle: string;
  requestId: string;
  requestTitle: string;
  clientName: string;
  submittedAt: string | null;
};

/** What a firm has to do. Numbers of open requests, except `toReview`, which counts items. */
export type WorkCounts = {
  toReview: number;
  openRequests: number;
  openMine: number;
  overdue: number;
  dueThisWeek: number;
};

export type WaitingPage = { items: WaitingItem[]; next: PageKey | null };
