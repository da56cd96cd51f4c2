import type { ListProgress } from "@/components/ui/segments";
import type { ItemKind } from "@/features/items/types";
import type { ListPage } from "@/lib/backend/list-page";
import type { Person } from "@/lib/backend/person";

/** Properties without a comment count requests. */
export type WorkCounts = {
  /** In milliseconds since the epoch. */
  readAt: number;
  /** Items with an answer to review. */
  toReview: number;
  /** Items with an answer to review, in requests that are assigned to the user. */
  toReviewMine: number;
  openRequests: number;
  openMine: number;
  overdue: number;
  /** Requests with a due date from today to Sunday. */
  dueThisWeek: number;
  /** Contacts whose emails bounced. */
  bounced: number;
  drafts: number;
  /** Requests in every status. */
  requests: number;
};

export type SentAnswer = {
  kind: ItemKind;
  isNotApplicable: boolean;
  /** If the item does not apply, the note is the reason. */
  note: string;
  files: number;
  bytes: number;
  types: readonly string[];
  /** Null if the answer has no file or several files. */
  fileName: string | null;
  text: string | null;
  choices: readonly string[] | null;
  date: string | null;
};

export type InboxItem = {
  id: string;
  title: string;
  version: number;
  submittedAt: string;
  senderName: string;
  answer: SentAnswer;
};

export type InboxGroup = {
  requestId: string;
  title: string;
  client: { id: string; name: string };
  dueOn: string | null;
  daysLate: number;
  assignee: Person | null;
  progress: ListProgress;
  /** The number of items that wait for review. `items` contains at most five of them. */
  waiting: number;
  items: InboxItem[];
};

export type InboxPage = ListPage<InboxGroup>;

export type InboxSide = {
  overdue: {
    requestId: string;
    title: string;
    client: { id: string; name: string };
    daysLate: number;
    missing: number;
    isRemindedToday: boolean;
    mayRemind: boolean;
  }[];
  bounced: { contactId: string; email: string; client: { id: string; name: string } }[];
  dueThisWeek: { dueOn: string; total: number; clientName: string }[];
  drafts: {
    requestId: string;
    title: string;
    client: { id: string; name: string };
    savedAt: string;
  }[];
};
