import type { Progress } from "@/components/ui/segments";
import type { ItemKind } from "@/features/items/types";
import type { PageKey } from "@/lib/backend/page-key";
import type { Person } from "@/lib/backend/person";

/** What a firm has to do. Numbers of requests, except where an item or a contact is named. */
export type WorkCounts = {
  /** Items with an answer to review. */
  toReview: number;
  /** Those of requests that are assigned to the user. */
  toReviewMine: number;
  openRequests: number;
  openMine: number;
  overdue: number;
  /** From today to Sunday. */
  dueThisWeek: number;
  /** Contacts whose email bounced. */
  bounced: number;
  drafts: number;
};

/** What the client sent for one item. */
export type SentAnswer = {
  kind: ItemKind;
  isNotApplicable: boolean;
  /** First line; for an item that does not apply, its reason. */
  note: string;
  files: number;
  bytes: number;
  /** MIME types of the files, each once. */
  types: readonly string[];
  /** Name of the only file. */
  fileName: string | null;
  /** First line of a text answer. */
  text: string | null;
  choices: readonly string[] | null;
  date: string | null;
};

export type InboxItem = {
  id: string;
  title: string;
  /** 1 for the first answer. */
  version: number;
  submittedAt: string;
  senderName: string;
  answer: SentAnswer;
};

/** One request with answers to review. */
export type InboxGroup = {
  requestId: string;
  title: string;
  client: { id: string; name: string };
  dueOn: string | null;
  daysLate: number;
  assignee: Person | null;
  progress: Progress;
  /** All items to review; `items` has at most five of them. */
  waiting: number;
  items: InboxItem[];
};

export type InboxPage = {
  groups: InboxGroup[];
  next: PageKey | null;
};

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
