import { formatCount } from "@/lib/format/format";

const waits = (count: number, noun: string) =>
  `${formatCount(count, noun)} ${count === 1 ? "waits" : "wait"} because of a daily limit. We try again after midnight.`;

export const strings = {
  requests: (waiting: number) => waits(waiting, "request email"),
  invitations: (waiting: number) => waits(waiting, "invitation"),
  limits: {
    title: "Email limits",
    lead: "First emails are invitations to your team, and requests to contacts who have not opened a request from you. If you reach a limit, further emails wait. After midnight we send them, oldest first, up to the new day’s limit.",
    level: "Level",
    new: "New firm",
    trusted: "Trusted firm",
    newHint:
      "A new firm usually gets a higher limit once it is seven days old and contacts have opened five of its requests.",
    firstEmails: "First emails per day",
    invitations: "Invitations per day (counted as first emails)",
    waiting: "Waiting until midnight",
    none: "None",
    requestsWaiting: (count: number) => formatCount(count, "request email"),
    invitationsWaiting: (count: number) => formatCount(count, "invitation"),
  },
} as const;
