import type { SentAnswer } from "@/features/inbox/types";
import { formatBytes } from "@/lib/format/bytes";
import { formatCount, formatDate, formatNumber } from "@/lib/format/format";

export const strings = {
  title: "Inbox",
  tabs: "Inbox",
  toReview: "To review",
  mine: "Assigned to me",
  bounced: "Bounced emails",
  items: "items",
  contacts: "contacts",
  reviewNext: "Review next",
  review: (count: number) => `Review ${formatNumber(count)}`,
  reviewOf: (count: number, client: string, title: string) =>
    `Review ${formatCount(count, "answer")} from ${client}, ${title}`,
  version: (no: number) => `Version ${no}`,
  more: (count: number) => `${count} more`,
  accepted: (done: number, total: number) => `${done} of ${total} accepted`,
  /** Shown if the request has no required item. */
  optional: (count: number) => formatCount(count, "optional item"),
  due: (when: string) => `Due ${when}`,
  dueLate: (when: string, late: string) => `Due ${when}, ${late}`,
  assignee: (name: string) => `Assigned to ${name}`,
  emptyTitle: "Nothing to review",
  empty: "Answers appear here as soon as clients send them.",
  emptyMineTitle: "Nothing waiting for your review",
  emptyMine: "Answers to requests that are assigned to you appear here.",
  noBounced: "No bounced emails",
  toInbox: "See answers to review",
  noBouncedLead: "If an email to a contact cannot be delivered, the contact appears here.",
  pageEmpty: "Nothing more in this list.",
  side: "At a glance",
  overdue: "Overdue",
  /** The count is 0 if all open items of the request are optional. */
  missing: (count: number) => (count === 0 ? undefined : `${count} missing`),
  remindedToday: "Reminded today",
  late: (days: number) => `${formatCount(days, "day")} late`,
  remind: "Remind",
  remindAbout: (client: string, title: string) => `Remind ${client} about ${title}`,
  fix: "Fix",
  fixAddress: (email: string) => `Fix address ${email}`,
  dueThisWeek: "Due this week",
  andMore: (client: string, more: number) => `${client} and ${formatNumber(more)} more`,
  dueOn: (count: number) => formatCount(count, "request"),
  drafts: "Drafts",
  saved: "saved",
} as const;

const isImage = (type: string) => type.startsWith("image/");

export function describeAnswer(answer: SentAnswer): string {
  if (answer.isNotApplicable) return `Does not apply: “${answer.note}”`;
  if (answer.kind === "text") return answer.text ? `“${answer.text}”` : "";
  if (answer.kind === "choice") return (answer.choices ?? []).join(", ");
  if (answer.kind === "date") return answer.date ? formatDate(answer.date) : "";
  const size = formatBytes(answer.bytes);
  if (answer.files === 1 && answer.fileName) return `${answer.fileName} · ${size}`;
  if (answer.types.length > 0 && answer.types.every((type) => type === "application/pdf")) {
    return `${formatCount(answer.files, "PDF")} · ${size}`;
  }
  if (answer.types.length > 0 && answer.types.every(isImage)) {
    return `${formatCount(answer.files, "image")} · ${size}`;
  }
  return `${formatCount(answer.files, "file")} · ${size}`;
}
