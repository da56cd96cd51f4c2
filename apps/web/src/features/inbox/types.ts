import type { PageKey } from "@/lib/backend/page-key";

export type WaitingItem = {
  itemId: string;
  itemTitle: string;
  requestId: string;
  requestTitle: string;
  clientName: string;
  submittedAt: string | null;
};

export type WaitingPage = { items: WaitingItem[]; next: PageKey | null };
