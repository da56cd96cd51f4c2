import { expect, test } from "vitest";
import { backoffMs } from "./backoff.js";

test("backoffMs increases the reconnect delay up to five minutes", () => {
  const pauses = Array.from({ length: 10 }, (_, tries) => backoffMs(tries, () => 0) / 1_000);
  expect(pauses).toEqual([1, 2, 5, 10, 30, 60, 120, 300, 300, 300]);
});

test("backoffMs adds a random part of at most a quarter to each reconnect delay", () => {
  expect(backoffMs(0, () => 1)).toBe(1_250);
  expect(backoffMs(9, () => 1)).toBe(375_000);
});
