import { expect, test } from "vitest";
import { isDeeperThan } from "./json-depth.ts";

test.each([
  ["[]", 1, false],
  ["[[]]", 1, true],
  ['{"a":[{}]}', 2, true],
  ['{"a":[{}]}', 3, false],
  ["[{},{},[]]", 2, false],
  ['["[[[["]', 1, false],
  ['["\\"[[[["]', 1, false],
  ['["\\\\",[[]]]', 2, true],
  ["", 0, false],
])("%s deeper than %i: %s", (text, levels, isDeeper) => {
  expect(isDeeperThan(text, levels)).toBe(isDeeper);
});
