import { expect, test } from "vitest";
import { describeEvent } from "@/features/timeline/strings";
import type { TimelineEvent } from "@/features/timeline/types";

const names = {
  item: () => "Bank statement",
  contact: () => "Ruth",
  member: () => "Mia Chen",
};

function event(action: string, more: Partial<TimelineEvent> = {}): TimelineEvent {
  const who = { actorKind: "staff", actorId: "olivia", actorName: "Olivia" } as const;
  return { id: 1, ...who, action, entityId: "mia", data: {}, at: "2026-01-31T10:00:00Z", ...more };
}

test.each([
  [event("member.suspended"), "suspended Mia Chen"],
  [event("member.role_changed", { data: { role: "admin" } }), "made Mia Chen an admin"],
  [event("member.role_changed", { data: { role: "member" } }), "made Mia Chen a member"],
  [event("invitation.created", { data: { role: "owner" } }), "invited someone as an owner"],
  [event("member.joined", { data: { role: "admin" } }), "joined the firm as an admin"],
  [event("client.archived", { data: { archived: true } }), "archived a client"],
  [event("client.archived", { data: { archived: false } }), "restored a client"],
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
    "required two-step verification",
  ],
  [
    event("org.saved", { data: { change: "mfa", required: false } }),
    "stopped requiring two-step verification",
  ],
  [event("org.saved"), "changed the settings"],
  [event("recipient.changed", { data: { change: "added" } }), "added Ruth to the contacts"],
  [event("recipient.changed", { data: { change: "removed" } }), "removed Ruth from the contacts"],
  [event("item.changed", { data: { change: "added" } }), "added “Bank statement”"],
  [event("item.changed", { data: { change: "removed" } }), "removed an item"],
  [event("item.changed", { data: { change: "changed" } }), "changed “Bank statement”"],
  [event("item.submitted"), "submitted “Bank statement” on behalf of the client"],
  [event("item.submitted", { actorKind: "contact" }), "submitted “Bank statement”"],
  [event("item.withdrawn"), "withdrew “Bank statement” on behalf of the client"],
  [event("file.uploaded"), "uploaded a file for “Bank statement” on behalf of the client"],
  [event("file.opened"), "opened a file of “Bank statement”"],
  [event("thing.new_kind"), "thing new kind"],
])("describes the event %o in a sentence", (given, sentence) => {
  expect(describeEvent(given, names)).toBe(sentence);
});

test("calls a member “someone” if the names of staff are missing", () => {
  const { item, contact } = names;
  expect(describeEvent(event("member.restored"), { item, contact })).toBe("restored someone");
});
