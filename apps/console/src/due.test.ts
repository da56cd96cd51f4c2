import { expect, it } from "vitest";
import { daysBetween, formatDate, formatMoment, isOverdue, todayIn } from "./due.js";

const LATE_EVENING = Date.UTC(2026, 0, 31, 23, 30);

it("todayIn returns today's date in the given time zone, not in the server's", () => {
  expect(todayIn("America/Los_Angeles", LATE_EVENING)).toBe("2026-01-31");
  expect(todayIn("Europe/Berlin", LATE_EVENING)).toBe("2026-02-01");
});

it("a request is overdue only after its due date, and never without a due date", () => {
  expect(isOverdue("2026-01-31", "2026-01-31")).toBe(false);
  expect(isOverdue("2026-01-31", "2026-02-01")).toBe(true);
  expect(isOverdue(null, "2026-02-01")).toBe(false);
});

it("daysBetween counts calendar days across the start of daylight saving time", () => {
  expect(daysBetween("2026-03-28", "2026-03-30")).toBe(2);
});

it("formatDate formats a date, and formatMoment formats a date and time in the given time zone", () => {
  expect(formatDate("2026-01-31")).toBe("31 Jan 2026");
  expect(formatMoment("2026-01-31T23:30:00Z", "Europe/Berlin")).toBe("1 Feb 2026, 00:30");
});
