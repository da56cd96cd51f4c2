import { expect, test } from "vitest";
import {
  countIn,
  groupByRequest,
  groupEvents,
  mainEvent,
} from "@/features/activity/grouping/groups";
import type { ActivityEvent } from "@/features/activity/types";

const START = Date.parse("2026-11-24T12:00:00Z");

let id = 1_000;
const event = (
  minutesAgo: number,
  actorId: string | null,
  action: string,
  entityId: string | null = null,
  data: ActivityEvent["data"] = {},
): ActivityEvent => {
  id -= 1;
  return {
    id,
    no: id,
    hash: "",
    actorKind: actorId === null ? "system" : actorId === "mia" ? "staff" : "contact",
    actorId,
    actorName: actorId ?? "",
    action,
    entityId,
    data,
    at: new Date(START - minutesAgo * 60_000).toISOString(),
  };
};
const shape = (events: ActivityEvent[]) =>
  groupEvents(events).map((group) => [group.action, mainEvent(group).actorId, group.events.length]);

test("groupByRequest groups the events of each request separately, and sorts the groups by time", () => {
  const of = (requestId: string, made: ActivityEvent) => ({ ...made, requestId });
  const groups = groupByRequest([
    of("accounts", event(90, "ada", "item.submitted", "stock")),
    of("accounts", event(91, "ada", "item.submitted", "bank")),
    of("payroll", event(10, "ada", "item.submitted", "contract")),
    of("payroll", event(500, "ada", "item.submitted", "pay day")),
  ]);
  const shown = groups.map(({ events: [{ requestId, entityId }] }) => [requestId, entityId]);
  expect(shown).toEqual([
    ["payroll", "contract"],
    ["accounts", "stock"],
    ["payroll", "pay day"],
  ]);
});

test("groupEvents groups the answers that one person sends within 60 minutes, with the uploads and file checks", () => {
  const groups = groupEvents([
    event(0, "ada", "item.submitted", "stock"),
    event(5, null, "file.ready"),
    event(6, "ada", "file.uploaded"),
    event(7, "ada", "file.started"),
    event(8, "ada", "item.submitted", "bank"),
    event(60, "ada", "file.uploaded"),
  ]);
  expect(groups).toHaveLength(1);
  expect(groups[0] && countIn(groups[0])).toMatchObject({ events: 2, items: 2 });
  expect(groups[0]?.events).toHaveLength(6);
});

const ofAnswer = (submissionId: string) => ({ submissionId });

test("countIn counts only the files that were sent: no removed, rejected or unsent files", () => {
  const bank = ofAnswer("bank 1");
  const [group] = groupEvents([
    event(0, "ada", "file.uploaded", "stock.pdf", ofAnswer("stock 1")),
    event(0, null, "file.ready", "stock.pdf", ofAnswer("stock 1")),
    event(1, "ada", "item.submitted", "bank", bank),
    event(2, null, "file.ready", "may.pdf", bank),
    event(3, "ada", "file.uploaded", "may.pdf", bank),
    event(4, "ada", "file.removed", "june.pdf", bank),
    event(5, null, "file.ready", "june.pdf", bank),
    event(6, "ada", "file.uploaded", "june.pdf", bank),
    event(7, null, "file.rejected", "july.pdf", bank),
    event(8, "ada", "file.uploaded", "july.pdf", bank),
    event(9, "ada", "submission.started", "bank 1", bank),
  ]);
  expect(group && countIn(group).files).toBe(1);
});

test("countIn returns no number of files if the group lacks the start of an answer, because files may be missing", () => {
  const [group] = groupEvents([
    event(1, "ada", "item.submitted", "bank", ofAnswer("bank 1")),
    event(2, null, "file.ready", "may.pdf", ofAnswer("bank 1")),
    event(3, "ada", "file.uploaded", "may.pdf", ofAnswer("bank 1")),
    event(4, "ada", "submission.started", "stock 1"),
  ]);
  expect(group && countIn(group).files).toBeUndefined();
});

test("groupEvents starts a new group after 60 minutes, and for the events of another person", () => {
  expect(
    shape([
      event(0, "ada", "item.submitted", "a"),
      event(61, "ada", "item.submitted", "b"),
      event(62, "sam", "item.submitted", "c"),
      event(63, "ada", "item.submitted", "d"),
    ]),
  ).toEqual([
    ["item.submitted", "ada", 1],
    ["item.submitted", "ada", 1],
    ["item.submitted", "sam", 1],
    ["item.submitted", "ada", 1],
  ]);
});

test("groupEvents creates a group for the uploads of an unsent answer, but not for file checks or opened files alone", () => {
  expect(
    shape([
      event(0, null, "file.ready"),
      event(1, "ada", "file.uploaded"),
      event(2, "ada", "submission.started"),
      event(200, "mia", "file.opened"),
      event(300, null, "file.ready"),
    ]),
  ).toEqual([["step", "ada", 2]]);
});

test("groupEvents adds an upload to the group of the answer that the same person sent shortly before", () => {
  expect(shape([event(0, "ada", "file.started"), event(1, "ada", "item.submitted", "a")])).toEqual([
    ["item.submitted", "ada", 2],
  ]);
});

test("groupEvents creates a separate group for each returned item, and one group for all accepted items", () => {
  expect(
    shape([
      event(0, "mia", "item.returned", "a"),
      event(1, "mia", "file.opened"),
      event(2, "mia", "item.returned", "b"),
      event(3, "mia", "item.accepted", "c"),
      event(4, "mia", "item.accepted", "d"),
    ]),
  ).toEqual([
    ["item.returned", "mia", 2],
    ["item.returned", "mia", 1],
    ["item.accepted", "mia", 2],
  ]);
});

test("groupEvents omits sent emails, which only the full record shows, and includes sent reminders and bounced emails", () => {
  expect(
    shape([
      event(0, null, "reminder.sent"),
      event(0, null, "mail.sent"),
      event(0, null, "reminder.queued"),
      event(1, null, "mail.bounced"),
    ]),
  ).toEqual([
    ["reminder.sent", null, 1],
    ["mail.bounced", null, 1],
  ]);
});
