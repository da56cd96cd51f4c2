import { expect, test } from "vitest";
import type { ItemKind, ItemStatus } from "@/features/items/types";
import { groupItems, minutesLeft } from "@/features/portal/checklist/groups";

const item = (
  id: string,
  {
    section = "Banking",
    kind = "file" as ItemKind,
    status = "open" as ItemStatus,
    required = true,
  } = {},
) => ({ id, section, kind, status, required });

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);

test("a contact's checklist lists items to correct first, counts these items in their section, and lists optional items last", () => {
  const { corrections, groups, optional } = groupItems([
    item("statements"),
    item("loan", { status: "accepted" }),
    item("stock", { section: "Stock", status: "returned" }),
    item("register", { section: "Stock", status: "submitted" }),
    item("only", { section: "People", status: "returned" }),
    item("extra", { required: false }),
    item("old", { required: false, status: "accepted" }),
  ]);
  expect(ids(corrections)).toEqual(["stock", "only"]);
  expect(groups.map(({ section, done, total }) => ({ section, done, total }))).toEqual([
    { section: "Banking", done: 1, total: 2 },
    { section: "Stock", done: 1, total: 2 },
  ]);
  expect(groups.map((group) => [ids(group.items), ids(group.accepted)])).toEqual([
    [["statements"], ["loan"]],
    [["register"], []],
  ]);
  expect([ids(optional.items), ids(optional.accepted)]).toEqual([["extra"], ["old"]]);
});

test("a contact's checklist lists an item to correct in its section once the new answer is ready to send", () => {
  const { corrections, groups, optional } = groupItems(
    [
      item("stock", { status: "returned" }),
      item("loan", { status: "returned" }),
      item("extra", { required: false, status: "returned" }),
    ],
    new Set(["loan", "extra"]),
  );
  expect(ids(corrections)).toEqual(["stock"]);
  expect(groups.map((group) => ids(group.items))).toEqual([["loan"]]);
  expect(ids(optional.items)).toEqual(["extra"]);
});

test("a contact's checklist lists an item that needs more before the other items of its section", () => {
  const { groups, optional } = groupItems([
    item("sent", { status: "submitted" }),
    item("open"),
    item("more", { status: "partial" }),
    item("extra", { required: false }),
    item("extra more", { required: false, status: "partial" }),
  ]);
  expect(groups.map((group) => ids(group.items))).toEqual([["more", "sent", "open"]]);
  expect(ids(optional.items)).toEqual(["extra more", "extra"]);
});

test("minutesLeft estimates 2 minutes per file item and 1 per other item, rounds up to multiples of 5, and returns null below 3 minutes", () => {
  const none = new Set<string>();
  const text = (id: string) => item(id, { kind: "text" });
  expect(minutesLeft([item("a")], none)).toBeNull();
  expect(minutesLeft([item("a"), text("b")], none)).toBe(5);
  expect(minutesLeft([item("a"), item("b"), text("c")], none)).toBe(5);
  expect(minutesLeft([item("a"), item("b"), item("c")], none)).toBe(10);
  const rest = [
    item("ready"),
    item("optional", { required: false }),
    item("sent", { status: "submitted" }),
    item("returned", { status: "returned" }),
    text("open"),
  ];
  expect(minutesLeft(rest, new Set(["ready"]))).toBe(5);
  expect(minutesLeft(rest, new Set(["ready", "returned"]))).toBeNull();
});
