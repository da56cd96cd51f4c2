import { formatCount } from "@/lib/format/format";

const waits = (waiting: number) =>
  waiting === 1
    ? "1 email will be sent after midnight."
    : `${waiting} emails will be sent after midnight.`;

export const strings = {
  requests: (limit: number, waiting: number) =>
    `Your firm has reached today’s limit of ${formatCount(limit, "first email")}. ${waits(waiting)}`,
  invitations: (limit: number, waiting: number) =>
    `Your firm has reached today’s limit of ${formatCount(limit, "invitation")}. ${waits(waiting)}`,
  limits: {
    title: "Email limits",
    lead: "A first email is an invitation, or a request to someone who has not opened one of yours yet. Emails over the limit are sent after midnight, oldest first.",
    level: "Level",
    new: "New firm",
    trusted: "Trusted firm",
    newHint:
      "The limit rises when your firm is seven days old and contacts have opened five of its requests.",
    firstEmails: "First emails per day",
    invitations: "Of these, invitations",
    waiting: "Waiting until midnight",
    none: "None",
    requestsWaiting: (count: number) => formatCount(count, "request"),
    invitationsWaiting: (count: number) => formatCount(count, "invitation"),
  },
} as const;
