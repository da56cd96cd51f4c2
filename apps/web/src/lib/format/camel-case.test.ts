import { expect, test } from "vitest";
import { toCamelCase } from "@/lib/format/camel-case";

test("toCamelCase renames the properties of an object", () => {
  const { orgId, expectedVersion, name } = toCamelCase({
    org_id: "o",
    expected_version: 3,
    name: "Ada",
  });
  expect({ orgId, expectedVersion, name }).toEqual({ orgId: "o", expectedVersion: 3, name: "Ada" });
});

test("toCamelCase renames names with several underscores, and keeps missing values missing", () => {
  const row: { due_in_days?: number; logo_path?: string } = { due_in_days: 3 };
  expect(toCamelCase(row)).toStrictEqual({ dueInDays: 3 });
});

test("toCamelCase keeps nested properties and values", () => {
  const data = { item_ids: ["an_id"], broken_at: { last_id: 1 } };
  expect(toCamelCase(data)).toEqual({ itemIds: ["an_id"], brokenAt: { last_id: 1 } });
});
