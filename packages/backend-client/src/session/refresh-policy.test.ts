import fc from "fast-check";
import { expect, it } from "vitest";
import { isRefreshDue, secondsUntilDue } from "./refresh-policy.js";

it.each([
  [-10, true],
  [0, true],
  [90, true],
  [119.9, true],
  [120, false],
  [3600, false],
])("with %d s left a refresh is due: %s", (remaining, expected) => {
  expect(isRefreshDue(remaining)).toBe(expected);
});

it("the marker's life ends when, and not before, a refresh becomes due", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), (remaining) => {
      const seconds = secondsUntilDue(remaining);
      expect(isRefreshDue(remaining - seconds)).toBe(true);
      if (seconds > 0) expect(isRefreshDue(remaining - seconds + 1)).toBe(false);
    }),
  );
});
