import { expect, test } from "vitest";
import { filterSchema } from "@/features/audit/schema";

const WHO = "5eed0001-0000-4000-8000-000000000001";

test("the audit log reads its filters from the URL", () => {
  expect(filterSchema.parse({ kind: "team", who: WHO, before: "120" })).toEqual({
    kind: "team",
    who: WHO,
    before: 120,
  });
});

test("the audit log reads the URL parameter `after` as the id of an event, and ignores an invalid id", () => {
  expect(filterSchema.parse({ after: "70" })).toEqual({ after: 70 });
  expect(filterSchema.parse({ after: "x" })).toEqual({});
});

test("the audit log's filter by person accepts “system”, which selects the events that Dossier caused", () => {
  expect(filterSchema.parse({ who: "system" })).toEqual({ who: "system" });
});

test("the audit log ignores invalid filters in the URL", () => {
  expect(filterSchema.parse({ kind: "all", who: "me", before: "-1" })).toEqual({});
  expect(filterSchema.parse({ before: "1.5" })).toEqual({});
});
