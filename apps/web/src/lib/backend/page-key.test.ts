import { expect, test } from "vitest";
import {
  isDayKey,
  isInstantKey,
  isNameKey,
  parseEventId,
  parsePageKey,
} from "@/lib/backend/page-key";

const id = "5eed0001-0000-4000-8000-000000000001";

const tests = { day: isDayKey, instant: isInstantKey, name: isNameKey };

test.each([
  ["day", "2026-01-31"],
  ["day", "2028-02-29"],
  ["instant", "2026-01-31T09:05:00.123456Z"],
  ["name", 'Same, "quoted" (name)'],
] as const)("a list ordered by %s starts after the key %s", (order, after) => {
  expect(parsePageKey({ after, id }, tests[order])).toEqual({ key: after, id });
});

test.each([
  ["day", "2026-02-31"],
  ["day", "2026-13-01"],
  ["day", "0000-01-01"],
  ["day", "2026-01-31T09:05:00.123456Z"],
  ["day", "yesterday"],
  ["instant", "2026-01-31"],
  ["instant", "2026-01-31T09:05:00Z"],
  ["instant", "2026-02-30T09:05:00.123456Z"],
  ["instant", "2026-01-31T24:00:00.000000Z"],
  ["instant", "2026-01-31T09:61:00.000000Z"],
  ["name", "A".repeat(1_001)],
] as const)("a list ordered by %s starts at its first page if the key is %s", (order, after) => {
  expect(parsePageKey({ after, id }, tests[order])).toBeUndefined();
});

test.each([
  [{}],
  [{ after: "Ada" }],
  [{ after: "", id }],
  [{ id }],
  [{ after: "Ada", id: "1" }],
  [{ after: ["", "Ada"], id }],
])("a list starts at its first page if the URL parameters are %j", (search) => {
  expect(parsePageKey(search, isNameKey)).toBeUndefined();
});

test("parseEventId reads the id of an event, and ignores any value except a positive integer", () => {
  expect(parseEventId("120")).toBe(120);
  for (const value of [undefined, "", "0", "-1", "1.5", "x"]) {
    expect(parseEventId(value)).toBeUndefined();
  }
});
