import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRange } from "./range.ts";

test.each([
  ["bytes=0-3", { start: 0, end: 3 }],
  ["bytes=4-", { start: 4, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-30", { start: 0, end: 9 }],
  ["bytes=8-100", { start: 8, end: 9 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=0-1,4-5", "unsatisfiable"],
  ["bytes=5-2", "unsatisfiable"],
  ["bytes=-", "unsatisfiable"],
  ["Bytes=0-1", "unsatisfiable"],
  ["nonsense", "unsatisfiable"],
  ["lines=1-2", undefined],
  [undefined, undefined],
])("parses the Range header %s for a file of ten bytes", (header, expected) => {
  expect(parseRange(header, 10)).toEqual(expected);
});

test('returns "unsatisfiable" for every range of an empty file', () => {
  expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(parseRange("bytes=-1", 0)).toBe("unsatisfiable");
});

test("never returns a range that is outside of the file", () => {
  const edge = fc.option(fc.nat(50), { nil: "" as const });
  fc.assert(
    fc.property(edge, edge, fc.nat(40), (first, last, size) => {
      const range = parseRange(`bytes=${first}-${last}`, size);
      if (range === undefined || range === "unsatisfiable") return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.start).toBeLessThanOrEqual(range.end);
      expect(range.end).toBeLessThan(size);
    }),
  );
});
