import { expect, test } from "vitest";
import {
  applyIntent,
  areDetailsValid,
  blankItem,
  findProblems,
  isFull,
  MAX_ITEMS,
  putBack,
  readDraft,
  readIntent,
} from "@/features/requests/schema";
import { readTemplate } from "@/features/templates/schema";

const blank = ({ kind }: { kind: string }) => `new ${kind}`;
const letters = ["a", "b", "c", "d"];

test.each([
  [{ do: "move", index: 0, to: 2 }, ["b", "c", "a", "d"]],
  [{ do: "move", index: 3, to: 0 }, ["d", "a", "b", "c"]],
  [{ do: "move", index: 1, to: 1 }, letters],
  [{ do: "up", index: 1 }, ["b", "a", "c", "d"]],
  [{ do: "up", index: 0 }, letters],
  [{ do: "down", index: 3 }, letters],
  [{ do: "move", index: 1, count: 2, to: 0 }, ["b", "c", "a", "d"]],
  [{ do: "move", index: 0, count: 2, to: 2 }, ["c", "d", "a", "b"]],
  [{ do: "remove", index: 2 }, ["a", "b", "d"]],
  [{ do: "remove", index: 1, count: 2 }, ["a", "d"]],
  [{ do: "add", kind: "date" }, [...letters, "new date"]],
  [{ do: "add", kind: "date", after: 1 }, ["a", "b", "new date", "c", "d"]],
  [{ do: "add", kind: "date", after: 9 }, [...letters, "new date"]],
  [{ do: "save" }, letters],
] as const)(
  "applyIntent changes the list of items as the pressed button %o requests",
  (intent, arranged) => {
    expect(applyIntent(letters, intent, blank)).toEqual(arranged);
  },
);

test("putBack restores a removed item at its position, or at the end of a shorter list", () => {
  const rest = applyIntent(letters, { do: "remove", index: 2 }, blank);
  expect(putBack(rest, ["c"], 2)).toEqual(letters);
  expect(putBack(["a"], ["c"], 2)).toEqual(["a", "c"]);
});

test.each([
  ["send", { do: "send" }],
  ["add:file", { do: "add", kind: "file" }],
  ["add:text:2", { do: "add", kind: "text", after: 2 }],
  ["add:text:-1", { do: "add", kind: "text" }],
  ["add:folder", { do: "save" }],
  ["section:choice", { do: "add", kind: "choice", startsSection: true }],
  ["section:", { do: "save" }],
  ["up:2", { do: "up", index: 2 }],
  ["up:", { do: "save" }],
  ["remove:2:3", { do: "remove", index: 2, count: 3 }],
  ["remove:2:x", { do: "save" }],
  ["move:2:3:0", { do: "move", index: 2, count: 3, to: 0 }],
  ["move:1:2", { do: "save" }],
  [null, { do: "save" }],
])("readIntent reads the button value %o as %o", (value, intent) => {
  expect(readIntent(value)).toEqual(intent);
});

test("a form with more items than the limit is read up to one item above the limit", () => {
  const countOf = (length: number) => {
    const form = new FormData();
    for (let index = 0; index < length; index += 1) form.append(`items.${index}.kind`, "text");
    const { items } = readDraft(form);
    expect(readTemplate(form).items).toHaveLength(items.length);
    return items.length;
  };
  expect([MAX_ITEMS - 1, MAX_ITEMS, MAX_ITEMS + 1, 2 * MAX_ITEMS].map(countOf)).toEqual([
    MAX_ITEMS - 1,
    MAX_ITEMS,
    MAX_ITEMS + 1,
    MAX_ITEMS + 1,
  ]);
});

test.each([
  [MAX_ITEMS - 1, false],
  [MAX_ITEMS, true],
  [MAX_ITEMS + 1, true],
])("isFull returns whether a list of %i items is full: %s", (length, full) => {
  expect(isFull(Array.from({ length }))).toBe(full);
});

test("readDraft replaces an id that is not a UUID with the nil UUID", () => {
  const form = new FormData();
  form.set("items.0.kind", "text");
  form.set("items.0.id", "forged-id");
  form.append("contact_ids", "forged-id");
  const { contactIds, items } = readDraft(form);
  expect([...contactIds, items[0]?.id]).toEqual([
    "00000000-0000-0000-0000-000000000000",
    "00000000-0000-0000-0000-000000000000",
  ]);
});

const TODAY = "2028-02-29";
const draft = {
  title: "Annual accounts",
  message: "",
  dueOn: TODAY,
  assigneeId: null,
  contactIds: ["00000000-0000-0000-0000-000000000001"],
  items: [{ ...blankItem("text"), title: "Anything unusual?" }],
};

test("findProblems reports all problems of a draft at once", () => {
  const items = [blankItem("file"), { ...blankItem("choice"), maxFiles: 0 }];
  const problems = findProblems(
    { ...draft, title: "", dueOn: "2028-02-28", contactIds: [], items },
    TODAY,
  );
  expect(Object.keys(problems)).toEqual([
    "title",
    "contact_ids",
    "due_on",
    "items.0.title",
    "items.1.title",
    "items.1.choices",
    "items.1.max_files",
  ]);
  expect(problems.due_on).toBe("Choose a date between today and 28\u00a0February\u00a02030.");
});

test.each([
  [TODAY, true],
  ["2030-02-28", true],
  ["2030-03-01", false],
  ["2028-02-28", false],
])("findProblems accepts the due date %s on 29 February 2028: %s", (dueOn, isRight) => {
  expect(findProblems({ ...draft, dueOn }, TODAY)).toEqual(
    isRight ? {} : { due_on: expect.stringContaining("between today and") },
  );
});

test("areDetailsValid leaves it to the server whether the due date is in the past", () => {
  const detailsOf = (title: string, dueOn: string) => {
    const form = new FormData();
    form.set("title", title);
    form.set("message", "");
    form.set("due_on", dueOn);
    return form;
  };
  expect(areDetailsValid(detailsOf("Accounts", "2020-01-31"))).toBe(true);
  expect(areDetailsValid(detailsOf("", "2020-01-31"))).toBe(false);
  expect(areDetailsValid(detailsOf("Accounts", ""))).toBe(false);
});
