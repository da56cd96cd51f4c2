import { formatCount } from "@/lib/format/format";

/** Sentences of the inbox. */
export const strings = {
  title: "Inbox",
  lead: (count: number, isMine: boolean) => {
    if (count > 0) return `${formatCount(count, "item")} to review.`;
    return isMine ? "Nothing of yours waits for a decision." : "Nothing waits for a decision.";
  },
  whose: "Whose requests",
  everyones: "Everyone’s",
  mine: "Assigned to me",
  waiting: "Waiting for review",
  reviewNext: "Review next",
  emptyTitle: "Nothing waiting",
  empty: "When a client submits something, it appears here by itself.",
  emptyMineTitle: "Nothing waits for you",
  emptyMine: "What is submitted to requests that are assigned to you appears here by itself.",
  overdue: "Overdue",
  allOverdue: "All overdue requests",
  bounced: "Mail that bounced",
  toOldest: "Back to the oldest",
  toFirst: "Back to the first",
  pageEmpty: "Nothing more in this list.",
  submitted: (when: string) => `submitted ${when}`,
  due: (when: string) => `was due ${when}`,
} as const;
