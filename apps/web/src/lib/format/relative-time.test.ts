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
    ["2026-09-26T00:00:00Z", "26 Sep"],
    ["2026-01-01T00:00:00Z", "1 Jan"],
    ["2025-11-18T09:00:00Z", "18 Nov 2025"],
  ])("formats %s as %s", (instant, text) => {
    expect(london(instant)).toBe(text);
  });

  it("distinguishes today from yesterday in the firm's time zone", () => {
    // 01:00 on 24 November in London is 20:00 on 23 November in New York.
    const late = new Date("2026-11-24T17:00:00Z");
    const at = "2026-11-24T01:00:00Z";
    expect(formatRelative(at, { now: late, timeZone: "Europe/London" })).toBe("Today");
    expect(formatRelative(at, { now: late, timeZone: "America/New_York" })).toBe("Yesterday");
  });
});

describe("formatRelative in the middle of a sentence", () => {
  it.each([
    ["2026-11-24T11:20:00Z", "just now"],
    ["2026-11-23T23:20:00Z", "yesterday"],
    ["2026-11-18T09:00:00Z", "18 Nov"],
  ])("formats %s as %s", (instant, text) => {
    const inline = formatRelative(instant, { now, timeZone: "Europe/London", isInline: true });
    expect(inline.replaceAll("\u00a0", " ")).toBe(text);
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

  it("writes `today` and `tomorrow` in lowercase in the middle of a sentence", () => {
    const inline = (due: string) => formatDue(due, "2026-11-24", { isInline: true });
    expect([inline("2026-11-24"), inline("2026-11-25")]).toEqual(["today", "tomorrow"]);
  });
});

describe("formatWritten", () => {
  it.each([
    ["2026-12-11", "2026-11-24", "Friday 11 December 2026, in 17 days"],
    ["2026-11-24", "2026-11-24", "Tuesday 24 November 2026, today"],
    ["2020-01-01", "2026-11-24", "Wednesday 1 January 2020"],
    ["2026-12-11", undefined, "Friday 11 December 2026"],
  ])("formats the date %s, when today is %s, as %s", (date, today, text) => {
    expect(formatWritten(date, today).replaceAll("\u00a0", " ")).toBe(text);
  });
});

describe("formatDueDistance", () => {
  it.each([
    ["2026-12-11", "in\u00a017\u00a0days"],
    ["2026-11-25", "tomorrow"],
    ["2026-11-24", "today"],
    ["2026-11-23", "1\u00a0day\u00a0late"],
    ["2026-11-19", "5\u00a0days\u00a0late"],
  ])("formats the distance to %s as %s", (due, text) => {
    expect(formatDueDistance(due, "2026-11-24")).toBe(text);
  });
});
