import { formatCount } from "@/lib/format/format";

const waits = (count: number, noun: string) =>
  `${formatCount(count, noun)} ${count === 1 ? "is" : "are"} waiting because of a daily limit. We’ll try again after midnight in the firm’s time zone.`;

export const strings = {
  requests: (waiting: number) => waits(waiting, "request email"),
  invitations: (waiting: number) => waits(waiting, "invitation"),
  limits: {
    title: "Email limits",
    lead: "A “first email” is an invitation to your team, or a request to a contact who has never opened one of your requests. When you reach the daily limit, the remaining first emails wait. After midnight in the firm’s time zone, we send the oldest ones, up to the limit for that day.",
    level: "Your firm",
    new: "New, with lower limits",
    trusted: "Trusted, with higher limits",
    newHint:
      "A new firm usually gets a higher limit once it is seven days old and contacts have opened five of its requests.",
    firstEmails: "First emails per day",
    invitations: "Invitations per day",
    invitationsNote: "Counted as first emails",
    waiting: "Waiting until midnight",
    none: "None",
    requestsWaiting: (count: number) => formatCount(count, "request email"),
    invitationsWaiting: (count: number) => formatCount(count, "invitation"),
  },
} as const;
