import fc from "fast-check";
import { expect, test } from "vitest";
import { shortJson } from "@/lib/drafts/short-json";

test("shortJson keeps ids and short texts, and replaces long texts with digests", () => {
  const id = crypto.randomUUID();
  expect(JSON.parse(shortJson({ id, title: "Alpha", no: 1 }))).toEqual({
    id,
    title: "Alpha",
    no: 1,
  });
  expect(shortJson("ก".repeat(2_000)).length).toBeLessThan(40);
});

test("shortJson keeps the digests in its own output unchanged", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60, unit: "binary" }), (text) => {
      expect(shortJson(JSON.parse(shortJson([text])))).toBe(shortJson([text]));
    }),
  );
});

test("shortJson returns different digests for texts that differ in one character, or whose parts are in a different order", () => {
  const text = "Please send all of the statements of the year. ".repeat(20);
  const others = Array.from(text, (_, index) => `${text.slice(0, index)}*${text.slice(index + 1)}`);
  const moved = Array.from(text, (_, index) => text.slice(index) + text.slice(0, index)).slice(
    0,
    47,
  );
  const all = [...new Set([text, ...others, ...moved])];
  expect(new Set(all.map(shortJson)).size).toBe(all.length);
});
