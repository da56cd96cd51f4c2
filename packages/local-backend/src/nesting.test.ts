import { expect, test } from "vitest";
import { isNestedTooDeep } from "./nesting.ts";

const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${"}]".repeat(depth / 2)}`;

test("a hundred levels are taken, one more is not", () => {
  expect(isNestedTooDeep(nested(100))).toBe(false);
  expect(isNestedTooDeep(`[${nested(100)}]`)).toBe(true);
});

test("brackets in texts and beside each other do not count", () => {
  expect(isNestedTooDeep(JSON.stringify(["[{".repeat(200), '"\\["[', "\\"]))).toBe(false);
  expect(isNestedTooDeep(JSON.stringify(Array.from({ length: 500 }, () => [{}])))).toBe(false);
  expect(isNestedTooDeep(`["\\\\",${nested(100)}]`)).toBe(true);
});
