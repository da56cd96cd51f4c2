import { expect, test } from "vitest";
import { filterSchema } from "@/features/audit/schema";

const WHO = "5eed0001-0000-4000-8000-000000000001";

test("reads the audit filters from the URL", () => {
  expect(filterSchema.parse({ kind: "team", who: WHO, before: "120" })).toEqual({
    kind: "team",
    who: WHO,
    before: 120,
  });
});

test("reads from the URL the event after which a page starts", () => {
  expect(filterSchema.parse({ after: "70" })).toEqual({ after: 70 });
  expect(filterSchema.parse({ after: "x" })).toEqual({});
});

test("accepts Dossier itself in the filter by person", () => {
  expect(filterSchema.parse({ who: "system" })).toEqual({ who: "system" });
});

test("ignores invalid filters and does not throw", () => {
  expect(filterSchema.parse({ kind: "all", who: "me", before: "-1" })).toEqual({});
  expect(filterSchema.parse({ before: "1.5" })).toEqual({});
});
