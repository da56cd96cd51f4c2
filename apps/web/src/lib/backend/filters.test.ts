import { expect, test } from "vitest";
import { toContains, toFilterValue } from "@/lib/backend/filters";

test.each([
  ["plain", "%plain%"],
  ["100 % of_it", "%100 \\% of\\_it%"],
  ["C:\\x", "%C:\\\\x%"],
])(
  "toContains returns a pattern that finds %s anywhere in a text, with wildcards escaped",
  (text, pattern) => {
    expect(toContains(text)).toBe(pattern);
  },
);

test.each([
  ["a,b.c(d)", '"a,b.c(d)"'],
  ['say "x"', '"say \\"x\\""'],
  ["50\\% off", '"50\\\\% off"'],
])(
  "toFilterValue quotes %s, so that a list of filters contains it as one value",
  (value, quoted) => {
    expect(toFilterValue(value)).toBe(quoted);
  },
);
