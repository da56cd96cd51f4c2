import { expect, test } from "vitest";
import { burstOf } from "./limits.ts";

test.each([
  [30, 30, 30],
  [150, 150, 30],
  [100, 30, 100],
  [300, 150, 60],
  [1, 30, 30],
])(
  "raises the burst with the limit: with a limit of %i and a default of %i, %i calls in a row are allowed",
  (count, usual, burst) => {
    expect(burstOf(count, usual)).toBe(burst);
  },
);
