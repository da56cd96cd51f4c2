import { expect, it } from "vitest";
import { nextRunAt } from "./cron.ts";

const at = (iso: string) => Date.parse(iso);

it.each([
  ["every minute", "* * * * *", "2026-03-01T10:00:00Z", "2026-03-01T10:01:00Z"],
  [
    "every minute, from the last millisecond of a minute",
    "* * * * *",
    "2026-03-01T10:00:59.999Z",
    "2026-03-01T10:01:00Z",
  ],
  [
    "at nine o'clock UTC, in any local time zone",
    "0 9 * * *",
    "2026-03-01T04:00:00Z",
    "2026-03-01T09:00:00Z",
  ],
  [
    "at nine on weekdays, from a Friday",
    "0 9 * * mon-fri",
    "2026-03-06T10:00:00Z",
    "2026-03-09T09:00:00Z",
  ],
  [
    "on each day that matches the day of the month or the day of the week",
    "0 0 15 * 1",
    "2026-03-01T00:00:00Z",
    "2026-03-02T00:00:00Z",
  ],
  ["every 30 seconds", "30 seconds", "2026-03-01T10:00:10Z", "2026-03-01T10:00:40Z"],
  ["every second", "1 second", "2026-03-01T10:00:10Z", "2026-03-01T10:00:11Z"],
])("finds the next run of a schedule (%s)", (_title, schedule, from, next) => {
  expect(nextRunAt(schedule, at(from))).toBe(at(next));
});

it("finds no next run of a schedule on a date that does not exist, such as 30 February", () => {
  expect(nextRunAt("0 0 30 2 *", at("2026-03-01T00:00:00Z"))).toBeUndefined();
});

it("throws an error if a schedule is invalid", () => {
  expect(() => nextRunAt("soon", 0)).toThrow();
});
