import { describe, expect, it } from "vitest";
import {
  formatDue,
  formatDueDistance,
  formatRelative,
  formatWritten,
} from "@/lib/format/relative-time";

const now = new Date("2026-11-24T11:20:00Z");
const london = (instant: string) =>
  formatRelative(instant, { now, timeZone: "Europe/London" }).replaceAll("\u00a0", " ");

describe("formatRelative", () => {
  it.each([
    ["2026-11-24T11:20:30Z", "Just now"],
    ["2026-11-24T11:19:01Z", "Just now"],
    ["2026-11-24T11:19:00Z", "1 min ago"],
    ["2026-11-24T10:20:01Z", "59 min ago"],
    ["2026-11-24T10:20:00Z", "1 h ago"],
    ["2026-11-23T23:20:01Z", "11 h ago"],
    ["2026-11-23T23:20:00Z", "Yesterday"],
    ["2026-11-23T00:00:00Z", "Yesterday"],
    ["2026-11-22T23:59:59Z", "22 Nov"],
    ["2026-01-01T00:00:00Z", "1 Jan"],
    ["2025-11-18T09:00:00Z", "18 Nov 2025"],
  ])("formats %s as %s", (instant, text) => {
    expect(london(instant)).toBe(text);
  });

  it("uses the days of the firm's time zone", () => {
    // 23:30 on 23 November in London is 05:15 on 24 November in Kathmandu.
    const late = new Date("2026-11-24T17:00:00Z");
    const at = "2026-11-24T01:00:00Z";
    expect(formatRelative(at, { now: late, timeZone: "Europe/London" })).toBe("Today");
    expect(formatRelative(at, { now: late, timeZone: "America/New_York" })).toBe("Yesterday");
  });
});

describe("formatDue", () => {
  it.each([
    ["2026-11-24", "Today"],
    ["2026-11-25", "Tomorrow"],
    ["2026-11-30", "Mon 30 Nov"],
    ["2026-12-08", "Tue 8 Dec"],
    ["2026-12-09", "9 Dec"],
    ["2026-11-22", "22 Nov"],
    ["2027-01-05", "5 Jan 2027"],
  ])("formats the due date %s as %s", (due, text) => {
    expect(formatDue(due, "2026-11-24").replaceAll("\u00a0", " ")).toBe(text);
  });
});

describe("formatWritten", () => {
  it.each([
    ["2026-12-11", "2026-11-24", "Friday 11 December 2026, in 17 days"],
    ["2026-11-24", "2026-11-24", "Tuesday 24 November 2026, today"],
    ["2020-01-01", "2026-11-24", "Wednesday 1 January 2020"],
    ["2026-12-11", undefined, "Friday 11 December 2026"],
  ])("writes %s on %s as %s", (date, today, text) => {
    expect(formatWritten(date, today).replaceAll("\u00a0", " ")).toBe(text);
  });
});

describe("formatDueDistance", () => {
  it.each([
    ["2026-12-11", "in 17 days"],
    ["2026-11-25", "tomorrow"],
    ["2026-11-24", "today"],
    ["2026-11-23", "1 day late"],
    ["2026-11-19", "5 days late"],
  ])("formats the distance to %s as %s", (due, text) => {
    expect(formatDueDistance(due, "2026-11-24")).toBe(text);
  });
});
