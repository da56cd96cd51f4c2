import { type ActivityGroup, countIn, mainEvent, STEP } from "@/features/activity/grouping/groups";
import type { ActivityEvent } from "@/features/activity/types";
import { sentenceFor } from "@/lib/errors/error-sentences";
import { formatBytes } from "@/lib/format/bytes";
import { dateInZone, formatCount, formatDate, unbroken } from "@/lib/format/format";

export const strings = {
  title: "Activity",
  record: "Full record",
  recordLead:
    "Every event of this request. Each event contains the fingerprint of the event before it, so Dossier can detect if someone changes a single earlier event.",
  zone: (timeZone: string) =>
    `Times are in the firm’s time zone, ${timeZone.replaceAll("_", " ")}.`,
  filter: "Show",
  filters: { all: "All", files: "Files", decisions: "Decisions", email: "Email" },
  noMatch: "No events of this kind",
  showAll: "Show all events",
  events: (count: number) => formatCount(count, "event"),
  number: (no: number) => `Event ${no}`,
  hash: "Fingerprint",
  empty: "Nothing has happened yet.",
  noMore: "Nothing more in this list.",
  newer: "Newer",
  older: "Older",
  newest: "Back to the newest events",
  system: "Dossier",
  unnamed: { staff: "Someone at the firm", contact: "A contact", user: "Someone" },
  plannedFor: (day: string) => `Planned for ${day}`,
  unknownItem: "an item",
  unknownContact: "a contact",
  unknownClient: "a client",
  unknownMember: "someone",
} as const;

export type Names = {
  item: (id: unknown) => string | undefined;
  contact: (id: unknown) => string;
  /**
   * Returns the name of a member. Set only for the record of a firm, because only that record shows
   * events about members.
   */
  member?: (id: unknown) => string;
  client?: (id: unknown) => string;
  file?: (id: unknown) => NamedFile | undefined;
};

type NamedFile = { id: string; name: string; bytes: number };

type Sentence = (event: ActivityEvent, names: Names) => string;

function titleOf(id: unknown, { item }: Names): string {
  const title = item(id);
  return title === undefined ? strings.unknownItem : `“${title}”`;
}

const onItem =
  (verb: string, rest = ""): Sentence =>
  ({ entityId }, names) =>
    `${verb} ${titleOf(entityId, names)}${rest}`;
const onFile =
  (verb: string): Sentence =>
  ({ data }, names) =>
    `${verb} ${titleOf(data.itemId, names)}`;
const onBehalf =
  (sentence: Sentence): Sentence =>
  (event, names) =>
    event.actorKind === "staff"
      ? `${sentence(event, names)} on behalf of the client`
      : sentence(event, names);
const always =
  (sentence: string): Sentence =>
  () =>
    sentence;

const EMAIL: Readonly<Record<string, string>> = {
  request_sent: "the request",
  request_completed: "an email about the completed request",
  request_reopened: "an email about the reopened request",
  request_cancelled: "an email about the canceled request",
  decision_digest: "an email about decisions",
  staff_digest: "an email about new answers",
  reminder: "a reminder",
  owner_joined: "an email about a new owner",
  owner_left: "an email about an owner who left",
  owner_removed: "an email about an owner who was removed",
  invitation: "an invitation",
  staff_notice: "an email about contacts who stopped getting email",
  email_deferred: "an email about a daily limit",
};
const email =
  (verb: string, rest = ""): Sentence =>
  ({ data }, { contact }) => {
    const what = EMAIL[String(data.kind)] ?? "an email";
    const whom = data.contactId ? ` to ${contact(data.contactId)}` : "";
    return `${verb} ${what}${whom}${rest}`;
  };

/** Names the contact, because a request has a separate reminder for each contact. */
const reminder =
  (sentence: string, to: "for" | "to" = "for"): Sentence =>
  ({ data }, { contact }) =>
    data.contactId ? `${sentence} ${to} ${contact(data.contactId)}` : sentence;

const onMember =
  (verb: string, rest: (role: unknown) => string = () => ""): Sentence =>
  ({ entityId, data }, { member }) =>
    `${verb} ${member?.(entityId) ?? strings.unknownMember}${rest(data.role)}`;
const asRole = (role: unknown) =>
  role === "owner" || role === "admin" ? `an ${role}` : "a member";
const archivedOrRestored = ({ data }: ActivityEvent) =>
  data.archived === false ? "restored" : "archived";
const onClient =
  (verb: (event: ActivityEvent) => string): Sentence =>
  (event, { client }) =>
    `${verb(event)} ${client?.(event.entityId) ?? strings.unknownClient}`;
const aboutClient =
  (sentence: (client: string) => string): Sentence =>
  ({ data }, { client }) =>
    sentence(client?.(data.clientId) ?? strings.unknownClient);
const onContact =
  (verb: string): Sentence =>
  ({ entityId }, { contact }) =>
    `${verb} ${contact(entityId)}`;
const byChange =
  (sentences: Readonly<Record<string, Sentence>>, fallback: Sentence): Sentence =>
  (event, names) =>
    (sentences[String(event.data.change)] ?? fallback)(event, names);
const onListedContact =
  (verb: string, rest: string): Sentence =>
  ({ data }, { contact }) =>
    `${verb} ${contact(data.contactId)} ${rest}`;

const SENTENCES: Readonly<Record<string, Sentence>> = {
  "request.drafted": always("created the draft"),
  "request.sent": always("sent the request"),
  "request.updated": always("changed the request"),
  "request.opened": always("opened the request for the first time"),
  "request.completed": always("completed the request"),
  "request.reopened": always("reopened the request"),
  "request.cancelled": always("canceled the request"),
  "request.archived": always("archived the request"),
  "request.restored": always("restored the request"),
  "request.exported": always("exported the accepted answers"),
  "request.deleted": always("deleted the draft"),
  "request.purged": always("deleted the request when its retention period ended"),
  "recipient.changed": byChange(
    {
      added: onListedContact("added", "to the contacts"),
      removed: onListedContact("removed", "from the contacts"),
    },
    always("changed the contacts"),
  ),
  "item.changed": byChange(
    {
      added: onItem("added"),
      moved: onItem("moved"),
      removed: always(`removed ${strings.unknownItem}`),
    },
    onItem("changed"),
  ),
  "submission.started": onBehalf(onFile("started to answer")),
  "item.submitted": onBehalf(onItem("sent")),
  "item.withdrawn": onBehalf(onItem("withdrew")),
  "item.accepted": onItem("accepted"),
  "item.partial": onItem("accepted", " and asked for more"),
  "item.returned": onItem("returned"),
  "item.waived": onItem("waived"),
  "item.undone": onItem("undid the decision on"),
  "file.started": onBehalf(onFile("started an upload for")),
  "file.uploaded": onBehalf(onFile("uploaded a file for")),
  "file.ready": onFile("checked a file uploaded for"),
  "file.rejected": onFile("did not accept a file for"),
  "file.failed": onFile("ended an unfinished upload for"),
  "file.removed": onBehalf(onFile("removed a file from")),
  "file.opened": onFile("opened a file in"),
  "mail.sent": email("sent"),
  "mail.failed": email("could not send"),
  "mail.bounced": email("could not deliver"),
  "mail.requeued": email("scheduled another attempt to send"),
  "mail.cancelled": email("did not send"),
  "email.deferred": email("delayed", " because of a daily limit"),
  "reminder.scheduled": reminder("scheduled a reminder"),
  "reminder.queued": (event, names) =>
    event.actorKind === "staff"
      ? reminder("asked Dossier to send a reminder", "to")(event, names)
      : reminder("queued a reminder")(event, names),
  "reminder.sent": reminder("sent a reminder", "to"),
  "reminder.skipped": reminder("skipped a reminder"),
  "reminder.failed": reminder("could not send a reminder", "to"),
  "client.saved": onClient(() => "saved the details of"),
  "client.archived": onClient(archivedOrRestored),
  "contact.saved": onContact("saved the details of"),
  "contact.archived": onContact("removed"),
  "contact.account_deleted": always("deleted their account and no longer gets email"),
  "contact.opted_out": byChange(
    {
      no_reminders: always("asked not to get reminders"),
      left: aboutClient(
        (client) => `said that they no longer work for ${client} and asked not to get emails`,
      ),
      wrong_person: aboutClient(
        (client) =>
          `said that emails about ${client} were meant for someone else and asked not to get them`,
      ),
    },
    always("asked not to get emails from the firm"),
  ),
  "contact.opted_in": always("chose to get all emails from the firm again"),
  "contact.reinvited": ({ entityId }, { contact }) =>
    `invited ${contact(entityId)} again after they deleted their account`,
  "template.saved": always("saved a template"),
  "template.archived": (event) => `${archivedOrRestored(event)} a template`,
  "org.created": always("created the firm"),
  "org.saved": byChange(
    {
      profile: always("changed the firm’s details or logo"),
      brand: always("changed the firm’s color"),
      reminders: always("changed the reminder plan"),
      retention: ({ data }) => `set the retention period to ${String(data.days)} days`,
      mfa: ({ data }) =>
        data.required
          ? "made two-step verification mandatory for staff"
          : "made two-step verification optional for staff",
    },
    always("changed the settings"),
  ),
  "org.archived": always("deleted the firm"),
  "invitation.created": ({ data }) => `invited someone as ${asRole(data.role)}`,
  "invitation.resent": always("sent an invitation again"),
  "invitation.revoked": ({ data }) =>
    data.reason === "author"
      ? `revoked an invitation because the person who sent it can no longer invite someone as ${asRole(data.role)}`
      : "revoked an invitation",
  "invitation.accepted": always("accepted an invitation"),
  "invitation.expired": always("marked an invitation as expired"),
  "member.joined": ({ data }) => `joined the firm as ${asRole(data.role)}`,
  "member.suspended": onMember("suspended"),
  "member.restored": onMember("restored access for"),
  "member.removed": ({ entityId, actorId }, { member }) =>
    entityId !== null && entityId === actorId
      ? "left the firm"
      : `removed ${member?.(entityId) ?? strings.unknownMember} from the firm`,
  "member.role_changed": onMember("made", (role) => ` ${asRole(role)}`),
  "member.factors_reset": onMember("reset two-step verification for"),
};

const REASONS: Readonly<Record<string, string>> = {
  type_mismatch: "The content does not match the type of the file.",
  encrypted: "The file needs a password.",
  macro: "The file contains macros.",
  file_empty: "The file is empty.",
  file_size: "The file was damaged during the upload.",
  upload_incomplete: "The file could not be checked.",
};

export function detailsOf(
  { action, entityId, data }: ActivityEvent,
  { file }: Names,
  timeZone: string,
): string[] {
  const found = action.startsWith("file.") ? file?.(entityId) : undefined;
  const reason = action === "file.rejected" ? REASONS[String(data.rejectCode)] : undefined;
  const named = found ? `${found.name}, ${formatBytes(found.bytes)}` : undefined;
  // `dueAt` is missing in older events and for reminders that staff sent.
  const planned =
    action.startsWith("reminder.") && typeof data.dueAt === "string"
      ? strings.plannedFor(formatDate(dateInZone(new Date(data.dueAt), timeZone)))
      : undefined;
  return [named, reason, planned].filter((line) => line !== undefined);
}

const LAST_EMAILS: ReadonlySet<unknown> = new Set(["request_completed", "request_cancelled"]);

/** Returns a notice only for a failed email that staff can send again. */
export function noticeOf({
  action,
  data,
}: Pick<ActivityEvent, "action" | "data">): string | undefined {
  const canSendAgain = data.contactId && !LAST_EMAILS.has(data.kind);
  return action === "mail.failed" && canSendAgain ? sentenceFor("mail_failed") : undefined;
}

export function describeEvent(event: ActivityEvent, names: Names): string {
  return SENTENCES[event.action]?.(event, names) ?? event.action.replace(/[._]/g, " ");
}

export function actorOf(event: ActivityEvent): string {
  if (event.actorKind === "system") return strings.system;
  return event.actorName || strings.unnamed[event.actorKind];
}

const SENT = "item.submitted";
const ACCEPTED = "item.accepted";

/** Endings of sentences that do not name what the event is about, each with the noun to count. */
const UNNAMED_ENDINGS = [
  [` ${strings.unknownItem}`, "item"],
  [` ${EMAIL.reminder} to ${strings.unknownContact}`, "reminder"],
] as const;

const unbrokenCount = (count: number, noun: string) => unbroken(formatCount(count, noun));

export function describeGroup(group: ActivityGroup, names: Names): string {
  const main = mainEvent(group);
  const { events, items, files } = countIn(group);
  const behalf = main.actorKind === "staff" ? " on behalf of the client" : "";
  if (group.action === SENT) {
    const what = items === 1 ? titleOf(main.entityId, names) : unbrokenCount(items, "answer");
    return `sent ${what}${files ? ` with ${unbrokenCount(files, "file")}` : ""}${behalf}`;
  }
  if (group.action === STEP) {
    const ids = new Set(group.events.map(({ data }) => data.itemId));
    const what = ids.size === 1 ? `an answer for ${titleOf(main.data.itemId, names)}` : "answers";
    return `worked on ${what}${behalf}`;
  }
  if (group.action === ACCEPTED && items > 1) return `accepted ${unbrokenCount(items, "item")}`;
  const sentence = describeEvent(main, names);
  if (events === 1) return sentence;
  const isRepeated = group.events
    .filter(({ action }) => action === group.action)
    .every((event) => describeEvent(event, names) === sentence);
  if (!isRepeated) return `${sentence} (and ${unbrokenCount(events - 1, "similar event")})`;
  for (const [ending, noun] of UNNAMED_ENDINGS) {
    if (items > 1 && sentence.endsWith(ending)) {
      return `${sentence.slice(0, -ending.length)} ${unbrokenCount(items, noun)}`;
    }
  }
  return `${sentence} ${unbrokenCount(events, "time")}`;
}

export function namesFor(
  items: readonly { id: string; title: string }[],
  contacts: ReadonlyMap<string, string>,
  files: readonly NamedFile[] = [],
): Names {
  const filesById = new Map(files.map((file) => [file.id, file]));
  const titles = new Map(items.map(({ id, title }) => [id, title]));
  return {
    item: (id) => titles.get(String(id)),
    contact: (id) => contacts.get(String(id)) ?? strings.unknownContact,
    file: (id) => filesById.get(String(id)),
  };
}
