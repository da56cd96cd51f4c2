import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { filterSchema, KINDS } from "@/features/audit/schema";

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

test("the audit log's filter by kind covers every event for which describeEvent has a sentence", () => {
  const file = new URL("../activity/strings.ts", import.meta.url);
  const actions = [...readFileSync(file, "utf8").matchAll(/^ {2}"?([a-z_]+\.[a-z_]+)"?:/gm)].map(
    ([, action]) => action ?? "",
  );
  expect(actions.length).toBeGreaterThan(40);
  const starts = Object.values(KINDS).flat();
  expect(actions.filter((action) => !starts.some((start) => action.startsWith(start)))).toEqual([]);
});
