import { strings as activity, actorOf, describeEvent } from "@/features/activity/strings";
import type { ActivityEvent } from "@/features/activity/types";
import type { AuditNames } from "@/features/audit/types";
import { formatCount, formatNumber } from "@/lib/format/format";

const count = (events: number) => formatCount(events, "event");

export const strings = {
  title: "Audit",
  lead: "Everything recorded about your firm. Each request has its own chain of events, and so does the firm. In a chain, each event contains the fingerprint of the event before it.",
  verify: {
    title: "Verification",
    lead: "Verification finds earlier events that were changed or removed.",
    limits:
      "Dossier recalculates every fingerprint. It cannot detect a change if someone also recalculated the fingerprints of the changed event and of all later ones. It also cannot detect that the newest events or the whole record of a request were removed.",
    submit: "Verify",
    resume: "Continue",
    progressLabel: "Events verified",
    progress: (checked: number, total: number) =>
      `${formatNumber(checked)} of ${count(total)} checked`,
    intactTitle: "No problem found",
    intact: (checked: number) => `${count(checked)} checked. Every fingerprint matches.`,
    brokenTitle: "The record is broken",
    broken: (id: number, no: number) =>
      `The fingerprint of event No. ${no} in its chain (ID ${id}) does not match. Someone changed this event, or changed or removed the event before it. Contact the people who run Dossier.`,
    gone: "The event itself can no longer be read.",
    show: "Show this event",
  },
  list: {
    title: "Events",
    none: "No events match these filters",
    clear: "Clear filters",
    noMore: "Nothing more in this list.",
    what: "Event",
    request: "Request",
    time: "Time",
    chain: "Position",
    place: (no: number) => `No. ${no}`,
    id: (id: number) => `ID ${id}`,
    inChain: "in its chain",
    hash: "Fingerprint",
    proof: "Proof",
    older: "Older",
    newer: "Newer",
    newest: "Back to the newest events",
  },
  filter: {
    add: "Add filter",
    remove: (name: string, value: string) => `Remove filter: ${name} ${value}`,
    kind: "Kind",
    who: "Person",
    people: { staff: "Team", former: "No longer on the team", contact: "Contacts" },
    unknown: "Unknown person",
    firstOnly: (count: number) =>
      `Only the first ${formatNumber(count)} people are listed: the team, then people no longer on the team, then contacts. In each group, the most recently active people come first.`,
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

export function actionOf(event: ActivityEvent, names: AuditNames): string {
  return describeEvent(event, {
    item: (id) => names.items.get(String(id)),
    contact: (id) => names.contacts.get(String(id)) ?? strings.unknown.contact,
    client: (id) => names.clients.get(String(id)) ?? activity.unknownClient,
    member: (id) => names.people.get(String(id)) || activity.unknownMember,
  });
}

export function sentenceOf(event: ActivityEvent, names: AuditNames): string {
  return `${actorOf(event)} ${actionOf(event, names)}`;
}
