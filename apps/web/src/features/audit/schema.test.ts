import { expect, test } from "vitest";
import { filterSchema } from "@/features/audit/schema";

const WHO = "5eed0001-0000-4000-8000-000000000001";

test("reads the filters from the address", () => {
  expect(filterSchema.parse({ kind: "team", who: WHO, before: "120" })).toEqual({
    kind: "team",
    who: WHO,
    before: 120,
  });
});

test("accepts Dossier itself as the actor to filter by", () => {
  expect(filterSchema.parse({ who: "system" })).toEqual({ who: "system" });
});

test("ignores invalid values and does not throw", () => {
  expect(filterSchema.parse({ kind: "all", who: "me", before: "-1" })).toEqual({});
  expect(filterSchema.parse({ before: "1.5" })).toEqual({});
});
