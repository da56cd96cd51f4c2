import { expect, test } from "vitest";
import { burstOf } from "./limits.ts";

test.each([
  [30, 30, 30],
  [150, 150, 30],
  [100, 30, 100],
  [300, 150, 60],
  [1, 30, 30],
])(
  "a rate limit of %i with a default of %i allows bursts of %i requests",
  (count, usual, burst) => {
    expect(burstOf(count, usual)).toBe(burst);
  },
);
