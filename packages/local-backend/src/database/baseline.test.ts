import { expect, test } from "vitest";
import { LocalBackendError } from "../config/errors.ts";
import { isBaselineInPlace, replacedVersions } from "./baseline.ts";

const BASELINE = `-- The schema.
--
-- replaces:
--   20260101000000 20260101000100,
--   20260102000000
-- Not a list of 3 versions.

create table public.notes (id int); -- replaces: 4
-- replaces: 5
`;
const script = { name: "supabase/migrations/20260201000000_baseline.sql", text: BASELINE };
const history = (applied: string[], known: string[] = []) => ({ applied, known: new Set(known) });

test("finds the replaced versions in the leading comment of a baseline, on one line or several", () => {
  expect(replacedVersions(BASELINE)).toEqual([
    "20260101000000",
    "20260101000100",
    "20260102000000",
  ]);
  expect(replacedVersions("-- Replaces: 1, 2\r\n-- 3 files\r\nselect 1;")).toEqual(["1", "2"]);
});

test('ignores the word "replaces" outside of the list in the leading comment', () => {
  for (const text of [
    "select 1;\n-- replaces: 1\n",
    "-- This replaces: 1\nselect 1;",
    "-- replaces: the view of 2024\nselect 1;",
    "",
  ]) {
    expect(replacedVersions(text)).toEqual([]);
  }
});

test("treats a baseline as applied if the database has every version that it replaces", () => {
  const all = replacedVersions(BASELINE);
  expect(isBaselineInPlace(script, history(all))).toBe(true);
  expect(isBaselineInPlace(script, history([...all, "20250101000000"]))).toBe(true);
  expect(isBaselineInPlace(script, history([]))).toBe(false);
  expect(isBaselineInPlace(script, history(["20250101000000"], ["20250101000000"]))).toBe(false);
  expect(isBaselineInPlace({ name: "a.sql", text: "select 1;" }, history(all))).toBe(false);
});

test("refuses a database with only some of the replaced versions, and names the first missing version", () => {
  const check = () => isBaselineInPlace(script, history(["20260101000000", "20260102000000"]));
  expect(check).toThrow(LocalBackendError);
  expect(check).toThrow(/replaces 3 migrations: .* only 2 .*first missing one is 20260101000100/);
});

test("refuses a database that has none of the replaced versions, but a version that the project lacks", () => {
  const check = () => isBaselineInPlace(script, history(["20251231000000"]));
  expect(check).toThrow(/has none of them\. It has other migrations .* such as 20251231000000/);
});
