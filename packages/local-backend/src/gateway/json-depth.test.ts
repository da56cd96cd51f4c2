import { expect, test } from "vitest";
import { isNestedTooDeep } from "./json-depth.ts";

const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${"}]".repeat(depth / 2)}`;

test("accepts JSON of 100 levels and refuses JSON of 101 levels", () => {
  expect(isNestedTooDeep(nested(100))).toBe(false);
  expect(isNestedTooDeep(`[${nested(100)}]`)).toBe(true);
});

test("the JSON depth check ignores brackets in strings and counts only nested brackets", () => {
  expect(isNestedTooDeep(JSON.stringify(["[{".repeat(200), '"\\["[', "\\"]))).toBe(false);
  expect(isNestedTooDeep(JSON.stringify(Array.from({ length: 500 }, () => [{}])))).toBe(false);
  expect(isNestedTooDeep(`["\\\\",${nested(100)}]`)).toBe(true);
});

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
])("isNestedTooDeep(%s, %i) returns %s", (text, levels, isDeeper) => {
  expect(isNestedTooDeep(text, levels)).toBe(isDeeper);
});
