import { formatCount } from "@/lib/format/format";

const count = (events: number) => formatCount(events, "event");

/** Sentences of the firm's record. */
export const strings = {
  title: "Audit",
  lead: "Everything that happened in the firm, each event sealed with the fingerprint of the one before.",
  verify: {
    title: "Verification",
    lead: "Recomputes every fingerprint. An event that was changed, or is missing between others, is found and named.",
    submit: "Verify",
    resume: "Go on",
    progressLabel: "Events verified",
    progress: (checked: number, total: number) =>
      `${count(checked)} of ${new Intl.NumberFormat("en-GB").format(total)} checked`,
    intactTitle: "The record is intact",
    intact: (checked: number) => `${count(checked)} checked, every fingerprint fits.`,
    brokenTitle: "The record is broken",
    broken: (id: number, no: number) =>
      `Event ${id}, number ${no} of its chain, is the first that does not fit. It was changed, or the one before it is missing.`,
    gone: "The event itself can no longer be read.",
    show: "Show this event",
  },
  list: {
    title: "Events",
    none: "No event matches.",
    event: (id: number) => `Event ${id}`,
    link: (no: number) => `No. ${no} of its chain`,
    hash: "Fingerprint",
    older: "Show older",
    newest: "Back to the newest",
  },
  filter: {
    label: "Filter events",
    kind: "Kind",
    anyKind: "All kinds",
    who: "Who",
    anybody: "Anybody",
    people: { staff: "Team", former: "No longer in the team", contact: "Contacts" },
    chosen: "The chosen person",
    newestOnly: (count: number) => `The ${count} people who acted last`,
    submit: "Filter",
    clear: "Clear filters",
    kinds: {
      requests: "Requests and reminders",
      items: "Answers and decisions",
      files: "Files",
      mail: "Mail",
      clients: "Clients and templates",
      team: "Team",
      settings: "Firm and settings",
    },
  },
  unknown: { contact: "a contact" },
} as const;
