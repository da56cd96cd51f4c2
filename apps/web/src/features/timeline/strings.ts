import type { TimelineEvent } from "@/features/timeline/types";

/** Sentences of the timeline. */
export const strings = {
  title: "Timeline",
  empty: "Nothing has happened yet.",
  system: "Dossier",
  unknownItem: "an item",
} as const;

type Names = {
  /** Title of an item by its id. */
  item: (id: unknown) => string;
  /** Name of a contact by its id. */
  contact: (id: unknown) => string;
};

type Sentence = (event: TimelineEvent, names: Names) => string;

const onItem =
  (verb: string): Sentence =>
  ({ entityId }, { item }) =>
    `${verb} “${item(entityId)}”`;
const onFile =
  (verb: string): Sentence =>
  ({ data }, { item }) =>
    `${verb} “${item(data.item_id)}”`;
const always =
  (sentence: string): Sentence =>
  () =>
    sentence;

const MAIL: Readonly<Record<string, string>> = {
  request_sent: "the request",
  request_completed: "word that all is complete",
  request_reopened: "word that the request is open again",
  request_cancelled: "word that the request was cancelled",
  decision_digest: "the decisions",
  staff_digest: "the news for the firm",
  reminder: "a reminder",
};
const mail =
  (verb: string): Sentence =>
  ({ data }, { contact }) => {
    const what = MAIL[String(data.kind)] ?? "a message";
    const whom = data.contact_id ? ` to ${contact(data.contact_id)}` : "";
    return `${verb} ${what}${whom}`;
  };

const SENTENCES: Readonly<Record<string, Sentence>> = {
  "request.drafted": always("started this request"),
  "request.sent": always("sent the request"),
  "request.updated": always("changed the request"),
  "request.opened": always("opened the request for the first time"),
  "request.completed": always("completed the request"),
  "request.reopened": always("reopened the request"),
  "request.cancelled": always("cancelled the request"),
  "request.archived": always("archived the request"),
  "request.exported": always("exported the files"),
  "recipient.changed": always("changed the contacts"),
  "item.changed": onItem("changed"),
  "submission.started": onFile("began to answer"),
  "item.submitted": onItem("submitted"),
  "item.withdrawn": onItem("took back"),
  "item.accepted": onItem("accepted"),
  "item.partial": onItem("accepted and asked for more at"),
  "item.returned": onItem("returned"),
  "item.waived": onItem("waived"),
  "item.undone": onItem("took back the decision on"),
  "file.started": onFile("began an upload for"),
  "file.uploaded": onFile("uploaded a file for"),
  "file.ready": onFile("checked a file for"),
  "file.rejected": onFile("rejected a file for"),
  "file.failed": onFile("gave up an unfinished upload for"),
  "file.removed": onFile("removed a file from"),
  "file.opened": onFile("looked at a file of"),
  "mail.sent": mail("sent"),
  "mail.failed": mail("could not send"),
  "mail.bounced": mail("got back"),
  "reminder.scheduled": always("planned a reminder"),
  "reminder.queued": always("put a reminder into the post"),
  "reminder.sent": always("sent a reminder"),
  "reminder.skipped": always("skipped a reminder that was not needed"),
  "reminder.failed": always("could not send a reminder"),
};

/** An event as the second half of a sentence that begins with who did it. */
export function describeEvent(event: TimelineEvent, names: Names): string {
  return SENTENCES[event.action]?.(event, names) ?? event.action.replace(/[._]/g, " ");
}

/** The first half: who did it. */
export function actorOf(event: TimelineEvent): string {
  return event.actorKind === "system" ? strings.system : event.actorName || strings.system;
}
