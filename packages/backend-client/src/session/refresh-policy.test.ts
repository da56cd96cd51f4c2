import fc from "fast-check";
import { expect, it } from "vitest";
import { checkSeconds, isRefreshDue, secondsUntilDue } from "./refresh-policy.js";

it.each([
  [-10, true],
  [0, true],
  [90, true],
  [119.9, true],
  [120, false],
  [3600, false],
])("when a token has %d s left, a refresh is due: %s", (remaining, expected) => {
  expect(isRefreshDue(remaining, 3600)).toBe(expected);
  expect(isRefreshDue(remaining, undefined)).toBe(expected);
});

it.each([
  [60, 60, false],
  [60, 20.1, false],
  [60, 20, true],
  [120, 120, false],
  [120, 40, true],
  [359, 119.6, true],
  [359, 120, false],
  [360, 120, false],
  [360, 119.9, true],
  [3, 3, false],
  [3, 1, true],
])(
  "for a token with a lifetime of %d s, a refresh is due %d s before the expiry: %s",
  (life, left, expected) => {
    expect(isRefreshDue(left, life)).toBe(expected);
  },
);

it.each([
  [60, 10],
  [120, 20],
  [359.4, 59.9],
  [360, 30],
  [3600, 30],
  [undefined, 30],
  [0, 30],
  [-60, 30],
])("for a token with a lifetime of %s s, a tab checks the token every %s s", (life, seconds) => {
  expect(checkSeconds(life)).toBeCloseTo(seconds);
});

it.each([0, -3600])(
  "a token with an invalid lifetime (%d s) is refreshed like a token of unknown lifetime",
  (life) => {
    expect(isRefreshDue(60, life)).toBe(true);
    expect(secondsUntilDue(3600, life)).toBe(secondsUntilDue(3600, undefined));
  },
);

it("secondsUntilDue returns the exact number of seconds until a refresh is due", () => {
  const life = fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 4000 }));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), life, (remaining, lifetime) => {
      const seconds = secondsUntilDue(remaining, lifetime);
      expect(isRefreshDue(remaining - seconds, lifetime)).toBe(true);
      if (seconds > 0) expect(isRefreshDue(remaining - seconds + 1, lifetime)).toBe(false);
    }),
  );
});
