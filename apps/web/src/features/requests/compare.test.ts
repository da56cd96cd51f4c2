import { expect, test } from "vitest";
import { compareDrafts, printOfDraft } from "@/features/requests/compare";
import { blankItem, type DraftInput } from "@/features/requests/schema";

const item = (id: string | undefined, title: string, more = {}) => ({
  ...blankItem("text"),
  id,
  title,
  ...more,
});
const draft = (more: Partial<DraftInput> = {}): DraftInput => ({
  title: "Accounts",
  message: "",
  dueOn: "2031-05-03",
  contactIds: ["ann", "ben"],
  items: [item("1", "Alpha"), item("2", "Beta")],
  ...more,
});
const names = new Map([
  ["ann", "Ann Ash"],
  ["ben", "Ben Birch"],
]);

test("both words of each field that differs are named, and the contacts by their names", () => {
  const mine = draft({ title: "Accounts 2031", contactIds: ["ben"] });
  expect(compareDrafts(draft(), mine, names)).toEqual([
    { label: "Title", theirs: "Accounts", mine: "Accounts 2031" },
    { label: "Contacts", theirs: "Ann Ash\nBen Birch", mine: "Ben Birch" },
  ]);
});

test("items are compared one by one, and as a list where that is another", () => {
  const help = draft({ items: [item("1", "Alpha", { help: "All." }), item("2", "Beta")] });
  expect(compareDrafts(draft(), help, names)).toEqual([
    { label: "Item 1: Help text", theirs: "", mine: "All." },
  ]);
  const moved = draft({ items: [item("2", "Beta"), item(undefined, "Gamma")] });
  expect(compareDrafts(draft(), moved, names)).toEqual([
    { label: "Items", theirs: "1. Alpha\n2. Beta", mine: "1. Beta\n2. Gamma" },
  ]);
});

test("what was stored although its answer got lost is no difference", () => {
  const sent = draft({ title: " Accounts", items: [item("1", "Alpha "), item(undefined, "Beta")] });
  expect(compareDrafts(draft(), sent, names)).toEqual([]);
  expect(printOfDraft(sent)).toBe(printOfDraft(draft()));
  expect(printOfDraft(draft({ message: "Soon" }))).not.toBe(printOfDraft(draft()));
});
