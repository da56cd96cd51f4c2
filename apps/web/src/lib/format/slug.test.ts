import { expect, test } from "vitest";
import { slugFrom } from "@/lib/format/slug";

test.each([
  ["Harbour & Lane", "harbour-lane"],
  ["  Söhne AG ", "sohne-ag"],
  ["東京", ""],
  [`${"a".repeat(39)} b`, "a".repeat(39)],
])("slugFrom turns the name %j into the slug %j", (name, slug) => {
  expect(slugFrom(name)).toBe(slug);
});
