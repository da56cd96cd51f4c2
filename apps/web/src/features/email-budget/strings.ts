import { formatCount } from "@/lib/format/format";

const waits = (count: number, noun: string) =>
  `${formatCount(count, noun)} ${count === 1 ? "waits" : "wait"} because of a daily limit. We try again after midnight.`;

export const strings = {
  requests: (waiting: number) => waits(waiting, "request email"),
  invitations: (waiting: number) => waits(waiting, "invitation"),
  limits: {
    title: "Email limits",
    lead: "A first email is an invitation, or a request to someone who has not opened one of yours yet. Emails over a limit wait. We try again after midnight, oldest first.",
    level: "Level",
    new: "New firm",
    trusted: "Trusted firm",
    newHint:
      "A new firm usually gets a higher limit once it is seven days old and contacts have opened five of its requests.",
    firstEmails: "First emails per day",
    invitations: "Of these, invitations",
    waiting: "Waiting until midnight",
    none: "None",
    requestsWaiting: (count: number) => formatCount(count, "request email"),
    invitationsWaiting: (count: number) => formatCount(count, "invitation"),
  },
} as const;
