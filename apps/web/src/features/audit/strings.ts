import { formatCount } from "@/lib/format/format";

const count = (events: number) => formatCount(events, "event");

export const strings = {
  title: "Audit",
  lead: "Everything recorded about your firm. Events form chains: each event contains the fingerprint of the event before it.",
  verify: {
    title: "Verification",
    lead: "The verification recalculates every fingerprint. It finds changed events, and gaps where events are missing.",
    submit: "Verify",
    resume: "Continue",
    progressLabel: "Events verified",
    progress: (checked: number, total: number) =>
      `${count(checked)} of ${new Intl.NumberFormat("en-GB").format(total)} checked`,
    intactTitle: "No problem found",
    intact: (checked: number) => `${count(checked)} checked. Every fingerprint matches.`,
    brokenTitle: "The record is broken",
    broken: (id: number, no: number) =>
      `Event ${id}, number ${no} in its chain, is the first with a fingerprint that does not match. It was changed, or the event before it is missing.`,
    gone: "The event itself can no longer be read.",
    show: "Show this event",
  },
  list: {
    title: "Events",
    none: "No event matches.",
    event: (id: number) => `Event ${id}`,
    link: (no: number) => `No. ${no} in its chain`,
    hash: "Fingerprint",
    older: "Show older",
    newest: "Back to the newest events",
  },
  filter: {
    label: "Filter events",
    kind: "Kind",
    anyKind: "All kinds",
    who: "Who",
    anybody: "Anyone",
    people: { staff: "Team", former: "No longer on the team", contact: "Contacts" },
    chosen: "Selected person",
    newestOnly: (count: number) => `Only the ${count} most recently active people are listed.`,
    submit: "Filter",
    clear: "Clear filters",
    kinds: {
      requests: "Requests and reminders",
      items: "Answers and decisions",
      files: "Files",
      mail: "Emails",
      clients: "Clients and templates",
      team: "Team",
      settings: "Firm and settings",
    },
  },
  unknown: { contact: "a contact" },
} as const;
