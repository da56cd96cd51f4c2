import { expect, test } from "vitest";
import { followItems, followSent } from "@/features/requests/draft/follow-items";

const failure = {
  ok: false as const,
  code: "validation_failed",
  message: "There are 3 problems.",
  fieldErrors: {
    title: "Give the request a title.",
    "items.0.title": "Say what you need.",
    "items.1.choices": "Add a choice.",
  },
  values: { title: "", "items.0.title": "", "items.1.title": "Stock" },
};
const keys = ["ledger", "stock"];

test("an item's error follows the item, and the errors stay in the order of the page", () => {
  const { fieldErrors } = followItems(failure, keys, ["stock", "new", "ledger"]) ?? {};
  expect(Object.entries(fieldErrors ?? {})).toEqual([
    ["title", "Give the request a title."],
    ["items.0.choices", "Add a choice."],
    ["items.2.title", "Say what you need."],
  ]);
});

test("the error of a removed item disappears", () => {
  expect(Object.keys(followItems(failure, keys, ["stock"])?.fieldErrors ?? {})).toEqual([
    "title",
    "items.0.choices",
  ]);
});

test("the failure disappears if all its errors belong to removed items", () => {
  const ofItem = { ...failure, fieldErrors: { "items.0.title": "Say what you need." } };
  expect(followItems(ofItem, keys, ["stock"])).toBeNull();
});

test("followItems keeps no value except the version, because a moved field would show the value of another item", () => {
  const { values: _, ...withoutValues } = failure;
  expect(followItems(failure, keys, keys)).toEqual(withoutValues);
  const conflict = {
    ok: false as const,
    code: "version_conflict",
    message: "Someone else changed it.",
    values: { version: "3 {}", title: "Accounts" },
  };
  expect(followItems(conflict, keys, keys)).toEqual({ ...conflict, values: { version: "3 {}" } });
});

test("followSent returns the sent items in the order of the page, and new items as typed", () => {
  const content = { sent: ["Ledger", "Stock"], live: ["Stock", "Plans", "Ledgers"] };
  expect(followSent(content, keys, ["stock", "new", "ledger"])).toEqual([
    "Stock",
    "Plans",
    "Ledger",
  ]);
});
