import { expect, test } from "vitest";
import type { Item } from "@/features/items/types";
import { canRemind, canRestore, removalObstacle } from "@/features/requests/permissions";

const CLOSED = "2026-01-01T10:00:00Z";
const daysLater = (days: number) => Date.parse(CLOSED) + days * 86_400_000;

test("an archived request can be restored until 90 days after it closed", () => {
  const archived = { status: "archived", closedAt: CLOSED } as const;
  expect(canRestore(archived, daysLater(89))).toBe(true);
  expect(canRestore(archived, daysLater(90))).toBe(false);
  expect(canRestore({ status: "complete", closedAt: CLOSED }, daysLater(1))).toBe(false);
});

test("staff can send a reminder of an open request with work left, after the wait since the last one", () => {
  const item = { status: "open", required: true } as Item;
  const request = { status: "open" as const, items: [item] };
  const now = { manualFrom: null };
  expect(canRemind(request, now)).toBe(true);
  expect(canRemind(request, { manualFrom: CLOSED })).toBe(false);
  expect(canRemind({ ...request, status: "complete" }, now)).toBe(false);
  expect(canRemind({ ...request, items: [{ ...item, status: "submitted" }] }, now)).toBe(false);
});

test("staff can remove an item without an answer, unless it is the only item", () => {
  const obstacles = (count: number) =>
    (["open", "waived", "submitted", "partial", "returned", "accepted"] as const).map((status) =>
      removalObstacle({ status }, { count, hasAnswer: false }),
    );
  expect(obstacles(2)).toEqual([null, null, "answered", "answered", "answered", "accepted"]);
  expect(obstacles(1)).toEqual(["last", "last", "answered", "answered", "answered", "accepted"]);
});

test.each([1, 2])("in a list of %i, staff cannot remove a waived item with an answer", (count) => {
  expect(removalObstacle({ status: "waived" }, { count, hasAnswer: true })).toBe("waived");
});
