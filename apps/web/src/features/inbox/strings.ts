import { formatCount } from "@/lib/format/format";

export const strings = {
  title: "Inbox",
  lead: (count: number, isMine: boolean) => {
    if (count > 0) return `${formatCount(count, "item")} to review.`;
    return isMine ? "Nothing assigned to you needs review." : "Nothing needs review.";
  },
  whose: "Show requests",
  everyones: "All",
  mine: "Assigned to me",
  waiting: "Waiting for review",
  reviewNext: "Review next",
  emptyTitle: "Nothing waiting",
  empty: "When a client submits an answer, it appears here.",
  emptyMineTitle: "Nothing waiting for you",
  emptyMine: "Answers to requests that are assigned to you appear here.",
  overdue: "Overdue",
  allOverdue: "All overdue requests",
  bounced: "Bounced emails",
  toOldest: "Back to the oldest answers",
  toFirst: "Back to the first page",
  pageEmpty: "Nothing more in this list.",
  submitted: (when: string) => `submitted ${when}`,
  due: (when: string) => `was due ${when}`,
} as const;
