import { expect, test } from "vitest";
import { isInboxKey } from "@/features/inbox/schema";

test.each(["late 2026-01-31T23:59:59.000000Z", "due 2026-01-31T00:00:00.000001Z"])(
  "isInboxKey accepts the page key “%s”",
  (key) => {
    expect(isInboxKey(key)).toBe(true);
  },
);

test.each([
  "2026-01-31T09:05:00.123456Z",
  "late 2026-01-31",
  "due 2026-02-31T09:05:00.123456Z",
  "early 2026-01-31T09:05:00.123456Z",
  "late ",
  "x",
])("isInboxKey rejects the page key “%s”", (key) => {
  expect(isInboxKey(key)).toBe(false);
});
