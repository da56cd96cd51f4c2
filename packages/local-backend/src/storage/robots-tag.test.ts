import { expect, test } from "vitest";
import { requireRobotsTag } from "./robots-tag.ts";

test.each([
  "all",
  "noindex, nofollow",
  "max-snippet: -1, max-image-preview: large",
  "unavailable_after: Wed, 03 Dec 2026 13:09:53 GMT, noindex",
  "googlebot: nofollow",
])("accepts the X-Robots-Tag %j", (header) => {
  expect(requireRobotsTag(header)).toBe(header);
});

test.each([
  "nonsense",
  "noindex,,",
  "max-snippet: many",
  "max-image-preview: huge",
  "unavailable_after: never",
  "googlebot:",
  "googlebot: nonsense",
])("refuses the X-Robots-Tag %j", (header) => {
  expect(() => requireRobotsTag(header)).toThrow("Invalid X-Robots-Tag header: ");
});

test("accepts a missing or an empty X-Robots-Tag header", () => {
  expect(requireRobotsTag(null)).toBeUndefined();
  expect(requireRobotsTag("")).toBeUndefined();
});
