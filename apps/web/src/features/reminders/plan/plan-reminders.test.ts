import { expect, test } from "vitest";
import { planReminders } from "@/features/reminders/plan/plan-reminders";

const datesOf = (...plan: Parameters<typeof planReminders>) =>
  planReminders(...plan).map(({ date }) => date);

const newYear = { sentAt: "2027-01-01T10:00:00Z", timeZone: "Etc/UTC" };

// 4 January 2027 is a Monday.
test("planReminders moves a weekend reminder before the due date to Friday, and a weekend reminder after the due date to Monday", () => {
  const policy = { days: [-3, -2, -1, 5, 6], every: 0 };
  expect(planReminders(policy, { ...newYear, dueOn: "2027-01-11" })).toEqual([
    { date: "2027-01-08", day: -3, movedFrom: null },
    { date: "2027-01-18", day: 5, movedFrom: "2027-01-16" },
  ]);
  // The due date is a Sunday. The reminder for the Saturday must stay before the due date.
  const around = { days: [-1, 0, 1], every: 0 };
  expect(planReminders(around, { ...newYear, dueOn: "2027-01-10" })).toEqual([
    { date: "2027-01-08", day: -1, movedFrom: "2027-01-09" },
    // The reminder planned for this Monday replaces the one that was moved from Sunday.
    { date: "2027-01-11", day: 1, movedFrom: null },
  ]);
});

test("planReminders repeats reminders at the interval of the plan, at most eight in total", () => {
  const dates = datesOf({ days: [1], every: 7 }, { ...newYear, dueOn: "2027-01-04" });
  expect(dates.slice(0, 3)).toEqual(["2027-01-05", "2027-01-12", "2027-01-19"]);
  expect(dates).toHaveLength(8);
});

test("planReminders plans no reminder on the day on which the request is sent, or more than 60 days later", () => {
  const policy = { days: [-7, 0, 60], every: 0 };
  const request = { sentAt: "2027-01-04T10:00:00Z", dueOn: "2027-01-11", timeZone: "Etc/UTC" };
  expect(datesOf(policy, request)).toEqual(["2027-01-11"]);
});

// The database test reminders.recently-asked.test.ts has the same cases. 7 June 2027 is a Monday.
// S-2.35
test.each([
  ["2027-06-07T08:55+01:00", "2027-06-14", "2027-06-11"],
  ["2027-06-07T08:55+01:00", "2027-06-10", "2027-06-09"],
  ["2027-06-07T08:55+01:00", "2027-06-08", "2027-06-09"],
  ["2027-06-07T15:00+01:00", "2027-06-09", "2027-06-10"],
  ["2027-06-07T08:55+01:00", "2027-06-09", "2027-06-08"],
])(
  "a request sent at %s and due on %s gets its first reminder on %s, at least 24 hours after sending",
  (sentAt, dueOn, first) => {
    const policy = { days: [-7, -3, -1, 1], every: 4 };
    expect(datesOf(policy, { sentAt, dueOn, timeZone: "Europe/London" })[0]).toBe(first);
  },
);

test("planReminders plans a reminder on the 60th day after sending only if the request was sent at 09:00 or later", () => {
  const end = (sentAt: string) =>
    datesOf({ days: [60], every: 0 }, { sentAt, dueOn: "2027-01-04", timeZone: "Asia/Kathmandu" });
  expect(end("2027-01-04T08:59+05:45")).toEqual([]);
  expect(end("2027-01-04T09:00+05:45")).toEqual(["2027-03-05"]);
});
