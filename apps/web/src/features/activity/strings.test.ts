import { describe, expect, test } from "vitest";
import { STEP } from "@/features/activity/grouping/groups";
import {
  actorOf,
  describeEvent,
  describeGroup,
  noticeOf,
  strings,
} from "@/features/activity/strings";
import type { ActivityEvent } from "@/features/activity/types";

const names = {
  item: () => "Bank statement",
  contact: () => "Ruth",
  member: () => "Mia Chen",
  client: () => "Acme Ltd",
};

function event(action: string, more: Partial<ActivityEvent> = {}): ActivityEvent {
  const who = { actorKind: "staff", actorId: "olivia", actorName: "Olivia" } as const;
  return {
    id: 1,
    no: 1,
    hash: "",
    ...who,
    action,
    entityId: "mia",
    data: {},
    at: "2026-01-31T10:00:00Z",
    ...more,
  };
}

test.each([
  [event("member.suspended"), "suspended Mia Chen"],
  [event("member.role_changed", { data: { role: "admin" } }), "made Mia Chen an admin"],
  [event("member.role_changed", { data: { role: "member" } }), "made Mia Chen a member"],
  [event("invitation.created", { data: { role: "owner" } }), "invited someone as an owner"],
  [event("member.joined", { data: { role: "admin" } }), "joined the firm as an admin"],
  [event("client.saved"), "saved the details of Acme Ltd"],
  [event("client.archived", { data: { archived: true } }), "archived Acme Ltd"],
  [event("client.archived", { data: { archived: false } }), "restored Acme Ltd"],
  [event("contact.saved"), "saved the details of Ruth"],
  [event("contact.archived"), "removed Ruth"],
  [event("template.archived", { data: { archived: true } }), "archived a template"],
  [event("template.archived", { data: { archived: false } }), "restored a template"],
  [event("member.removed"), "removed Mia Chen from the firm"],
  [event("member.removed", { entityId: "olivia" }), "left the firm"],
  [
    event("org.saved", { data: { change: "retention", days: 365 } }),
    "set the retention period to 365 days",
  ],
  [
    event("org.saved", { data: { change: "mfa", required: true } }),
    "made two-step verification mandatory for staff",
  ],
  [
    event("org.saved", { data: { change: "mfa", required: false } }),
    "made two-step verification optional for staff",
  ],
  [event("org.saved", { data: { change: "profile" } }), "changed the firm’s details or logo"],
  [event("org.saved", { data: { change: "brand" } }), "changed the firm’s color"],
  [event("org.saved"), "changed the settings"],
  [event("recipient.changed", { data: { change: "added" } }), "added Ruth to the contacts"],
  [event("recipient.changed", { data: { change: "removed" } }), "removed Ruth from the contacts"],
  [event("item.changed", { data: { change: "added" } }), "added “Bank statement”"],
  [event("item.changed", { data: { change: "removed" } }), "removed an item"],
  [event("item.changed", { data: { change: "changed" } }), "changed “Bank statement”"],
  [event("item.submitted"), "sent “Bank statement” on behalf of the client"],
  [event("item.submitted", { actorKind: "contact" }), "sent “Bank statement”"],
  [event("item.withdrawn"), "withdrew “Bank statement” on behalf of the client"],
  [event("file.uploaded"), "uploaded a file for “Bank statement” on behalf of the client"],
  [event("file.opened"), "opened a file in “Bank statement”"],
  [event("reminder.scheduled", { data: { contactId: "ruth" } }), "scheduled a reminder for Ruth"],
  [
    event("reminder.queued", { data: { contactId: "ruth" } }),
    "asked Dossier to send a reminder to Ruth",
  ],
  [
    event("reminder.queued", { actorKind: "system", data: { contactId: "ruth" } }),
    "queued a reminder for Ruth",
  ],
  [event("reminder.skipped", { data: { contactId: "ruth" } }), "skipped a reminder for Ruth"],
  [
    event("contact.opted_out", { data: { change: "left" } }),
    "said that they no longer work for Acme Ltd and asked not to get emails",
  ],
  [
    event("contact.opted_out", { data: { change: "wrong_person" } }),
    "said that emails about Acme Ltd were meant for someone else and asked not to get them",
  ],
  [event("reminder.scheduled"), "scheduled a reminder"],
  [event("thing.new_kind"), "thing new kind"],
])("describeEvent describes an event as “$1”", (given, sentence) => {
  expect(describeEvent(given, names)).toBe(sentence);
});

test("describeEvent calls a member “someone” if the names of staff are missing", () => {
  const { item, contact } = names;
  expect(describeEvent(event("member.restored"), { item, contact })).toBe(
    "restored access for someone",
  );
});

test("describeEvent calls an item whose title is unknown “an item”, without quotation marks", () => {
  const unknown = { ...names, item: () => undefined };
  expect(describeEvent(event("item.accepted"), unknown)).toBe("accepted an item");
  expect(describeEvent(event("file.opened"), unknown)).toBe("opened a file in an item");
});

test("actorOf does not return “Dossier” for a person without a name", () => {
  const actorName = "";
  expect(actorOf(event("item.submitted", { actorName, actorKind: "contact" }))).toBe("A contact");
  expect(actorOf(event("item.accepted", { actorName }))).toBe("Someone at the firm");
  expect(actorOf(event("file.ready", { actorName, actorKind: "system" }))).toBe("Dossier");
});

describe("describeGroup", () => {
  const group = (...events: [ActivityEvent, ...ActivityEvent[]]) => ({
    action: events[0].action,
    events,
  });
  const sent = (entityId: string) =>
    event("item.submitted", { actorKind: "contact", entityId, data: { submissionId: entityId } });
  const uploaded = event("file.uploaded", { actorKind: "contact" });
  const ready = (entityId: string, submissionId: string) =>
    event("file.ready", { actorKind: "system", entityId, data: { submissionId } });
  const started = (entityId: string) =>
    event("submission.started", { actorKind: "contact", entityId });

  test.each([
    [
      group(sent("a"), ready("1", "a"), started("a"), sent("b"), ready("2", "b"), started("b")),
      "sent 2\u00a0answers with 2\u00a0files",
    ],
    [group(sent("a"), ready("1", "a"), started("a")), "sent “Bank statement” with 1\u00a0file"],
    [group(sent("a"), ready("1", "a")), "sent “Bank statement”"],
    [group(sent("a"), started("a")), "sent “Bank statement”"],
    [group(event("item.submitted")), "sent “Bank statement” on behalf of the client"],
    [
      group(event("item.accepted", { entityId: "a" }), event("item.accepted", { entityId: "b" })),
      "accepted 2\u00a0items",
    ],
    [group(event("item.accepted")), "accepted “Bank statement”"],
    [{ ...group(uploaded, uploaded), action: STEP }, "worked on an answer for “Bank statement”"],
    [
      { ...group(uploaded, { ...uploaded, data: { itemId: "b" } }), action: STEP },
      "worked on answers",
    ],
    [group(event("request.updated"), event("request.updated")), "changed the request 2\u00a0times"],
    [
      group(
        event("item.changed", { entityId: "a", data: { change: "removed" } }),
        event("item.changed", { entityId: "b", data: { change: "removed" } }),
      ),
      "removed 2\u00a0items",
    ],
    [
      group(event("item.changed"), event("item.changed", { data: { change: "moved" } })),
      "changed “Bank statement” (and 1\u00a0similar\u00a0event)",
    ],
  ])("summarizes a group of events as “$1”", (given, sentence) => {
    expect(describeGroup(given, names)).toBe(sentence);
  });
});

test.each([
  ["item.changed", { change: "added" }, "added 3\u00a0items"],
  ["mail.bounced", { kind: "reminder", contactId: "ruth" }, "could not deliver 3\u00a0reminders"],
])("describeGroup counts the %s events of a group without names", (action, data, sentence) => {
  const [first, ...others] = ["a", "b", "c"].map((entityId) => event(action, { entityId, data }));
  const unnamed = { item: () => undefined, contact: () => strings.unknownContact };
  const events: [ActivityEvent, ...ActivityEvent[]] = [first ?? event(action), ...others];
  expect(describeGroup({ action, events }, unnamed)).toBe(sentence);
});

test("noticeOf says what to do about a failed email to a contact, unless the email said that the request was completed or canceled", () => {
  expect(noticeOf(event("mail.failed", { data: { contactId: "ruth" } }))).toBe(
    "Check the contact’s address. If the request is open and answers are missing, choose “Remind” to send a new email.",
  );
  expect(noticeOf(event("mail.failed", { data: { kind: "staff_digest" } }))).toBeUndefined();
  const last = { kind: "request_completed", contactId: "ruth" };
  expect(noticeOf(event("mail.failed", { data: last }))).toBeUndefined();
});
