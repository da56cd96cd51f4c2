import { expect, test } from "vitest";
import { toFilterValue } from "@/lib/backend/filters";

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
