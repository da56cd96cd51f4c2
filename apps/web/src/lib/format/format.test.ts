import { expect, test } from "vitest";
import { formatCountdown } from "@/lib/format/countdown";
import {
  dateInZone,
  daysBetween,
  formatComing,
  formatCount,
  formatDate,
  formatDateInText,
  formatDateTime,
  formatPrinted,
  formatZone,
  isCalendarDate,
  isSameClock,
  isTimeZone,
  unbroken,
} from "@/lib/format/format";

test("formatDate writes the month as a word and separates the parts with no-break spaces", () => {
  expect(formatDate("2026-01-31")).toBe("31\u00a0January\u00a02026");
});

test("formatPrinted writes the long date, the time and the name of the time zone", () => {
  const instant = new Date("2026-11-24T16:20:00Z");
  expect(formatPrinted(instant, "Europe/London")).toBe(
    "24\u00a0November\u00a02026, 16:20 Europe/London",
  );
  expect(formatPrinted(instant, "Asia/Kathmandu")).toBe(
    "24\u00a0November\u00a02026, 22:05 Asia/Kathmandu",
  );
  expect(formatPrinted(instant, "America/New_York")).toContain("11:20 America/New York");
});

test("formatZone uses the name that the time zone has on the day of the instant, such as EST or BST", () => {
  expect(formatZone("2026-01-05T10:00:00Z", "Europe/London")).toBe("GMT");
  expect(formatZone("2026-07-05T10:00:00Z", "Europe/London")).toBe("BST");
  expect(formatZone("2026-01-05T10:00:00Z", "Europe/Paris")).toBe("CET");
  expect(formatZone("2026-01-05T10:00:00Z", "America/New_York")).toBe("EST");
  expect(formatZone("2026-07-05T10:00:00Z", "America/Denver")).toBe("MDT");
  expect(formatZone("2026-07-05T10:00:00Z", "Asia/Kathmandu")).toBe("GMT+5:45");
});

// S-5.9
test("isCalendarDate rejects days that the calendar does not have", () => {
  expect(isCalendarDate("2024-02-29")).toBe(true);
  expect(isCalendarDate("2026-02-29")).toBe(false);
  expect(isCalendarDate("31.01.2026")).toBe(false);
});

test("formatComing uses the firm's time zone, not the machine's, to decide whether an instant is today or tomorrow", () => {
  const timeZone = "America/New_York";
  // 31 December, 21:30 in New York is 1 January, 02:30 in London.
  const now = new Date("2027-01-01T02:30:00Z");
  const coming = (instant: string) => formatComing(instant, { timeZone, now });
  expect(coming("2027-01-01T04:05:00Z")).toBe("today at 23:05");
  expect(coming("2027-01-01T15:20:00Z")).toBe("tomorrow at 10:20");
  expect(coming("2027-01-03T15:20:00Z")).toBe("on 3 Jan 2027 at 10:20");
  // The clocks change on 8 March, so that day has only 23 hours.
  const saturday = new Date("2026-03-07T17:00:00Z");
  expect(formatComing("2026-03-08T16:00:00Z", { timeZone, now: saturday })).toBe(
    "tomorrow at 12:00",
  );
});

// S-2.67
test("formatComing names the firm's time zone to a user whose clock shows another time", () => {
  const now = new Date("2026-11-21T10:20:00Z");
  const coming = (timeZone: string, viewerZone: string) =>
    formatComing("2026-11-22T10:20:00Z", { timeZone, now, viewerZone });
  expect(coming("America/New_York", "Europe/London")).toBe("tomorrow at 05:20 (America/New York)");
  expect(coming("Europe/London", "Africa/Abidjan")).toBe("tomorrow at 10:20");
  expect(coming("Europe/London", "Europe/London")).toBe("tomorrow at 10:20");
});

test("isTimeZone accepts only names of known time zones", () => {
  expect(isTimeZone("Europe/London")).toBe(true);
  expect(isTimeZone("Europe/Atlantis")).toBe(false);
  expect(isTimeZone("")).toBe(false);
});

// S-2.67
test("formatDateTime formats an instant in the firm's time zone, with or without the name of the zone", () => {
  const instant = "2026-06-30T23:30:00Z";
  expect(formatDateTime(instant, { timeZone: "Europe/London" })).toBe("1 Jul 2026, 00:30");
  expect(formatDateTime(instant, { timeZone: "Asia/Kathmandu", nameZone: true })).toBe(
    "1 Jul 2026, 05:15 GMT+5:45",
  );
  expect(formatDateTime(instant, { timeZone: "America/New_York", nameZone: true })).toBe(
    "30 Jun 2026, 19:30 EDT",
  );
});

test("formatDateTime writes each short month with three letters", () => {
  const months = Array.from({ length: 12 }, (_, month) => {
    const written = formatDateTime(new Date(Date.UTC(2026, month, 26, 14, 5)));
    return /^26 (\w+) 2026, 14:05$/.exec(written)?.[1];
  });
  expect(months.join(" ")).toBe("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec");
});

test("isSameClock treats two zones as the same if their clocks show the same time, even if the names differ", () => {
  const winter = new Date("2026-01-15T12:00:00Z");
  const summer = new Date("2026-07-15T12:00:00Z");
  expect(isSameClock("Europe/London", "Europe/Lisbon", summer)).toBe(true);
  expect(isSameClock("Europe/London", "UTC", winter)).toBe(true);
  expect(isSameClock("Europe/London", "UTC", summer)).toBe(false);
});

test("dateInZone returns the date of an instant in the given time zone", () => {
  const instant = new Date("2026-03-01T02:00:00Z");
  expect(dateInZone(instant, "America/New_York")).toBe("2026-02-28");
  expect(dateInZone(instant, "Asia/Kathmandu")).toBe("2026-03-01");
});

test("daysBetween counts calendar days between two dates across a clock change", () => {
  expect(daysBetween("2026-03-28", "2026-03-30")).toBe(2);
  expect(daysBetween("2026-03-02", "2026-03-01")).toBe(-1);
});

test("formatCount uses the singular or plural noun that fits the count", () => {
  expect(formatCount(1, "item")).toBe("1 item");
  expect(formatCount(1_200, "item")).toBe("1,200 items");
  expect(formatCount(2, "person", "people")).toBe("2 people");
});

test("formatCountdown formats seconds as minutes and seconds, and never below zero", () => {
  expect(formatCountdown(44.2)).toBe("0:45");
  expect(formatCountdown(725)).toBe("12:05");
  expect(formatCountdown(-3)).toBe("0:00");
});

test("formatDateInText allows a line break only before the year", () => {
  expect(formatDateInText("2026-12-30")).toBe("30\u00a0December 2026");
});

test("unbroken joins the parts of a name with no-break spaces", () => {
  expect(unbroken("Tom van Finch")).toBe("Tom\u00a0van\u00a0Finch");
});
