import { expect, test } from "vitest";
import type { ItemDefinition } from "@/features/items/types";
import {
  areDetailsValid,
  blankItem,
  findProblems,
  findProblemsOfItem,
  ITEM_FIELDS,
  isFull,
  itemFieldNames,
  readBase,
  readDraft,
} from "@/features/requests/schema";
import { readTemplate } from "@/features/templates/schema";
import { MAX_ITEMS } from "@/lib/forms/limits";

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
])(
  "on 29 February 2028, findProblems returns whether the due date %s is allowed: %s",
  (dueOn, isRight) => {
    expect(findProblems({ ...draft, dueOn }, TODAY)).toEqual(
      isRight ? {} : { due_on: expect.stringContaining("between today and") },
    );
  },
);

test("areDetailsValid accepts a due date in the past, because only the server checks that", () => {
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

test("itemFieldNames names the fields of each item by its position", () => {
  const names = itemFieldNames(["first", "second"]);
  expect(names).toContain("items.0.title");
  expect(names).toContain("items.1.max_files");
  expect(names.some((name) => name.startsWith("items.2"))).toBe(false);
});

/** Fields whose values come from a list, or whose errors are shown at another field. */
const WITHOUT_ERROR = ["kind", "options", "required", "accept"];

test("findProblemsOfItem returns a problem for each field, under a name for which the form can show an error", () => {
  const names = Object.keys(blankItem("text"));
  const invalid = Object.fromEntries(names.map((name) => [name, Symbol("invalid")]));
  const problems = Object.keys(findProblemsOfItem(invalid as unknown as ItemDefinition));
  expect(problems).toHaveLength(names.length);
  const shown = problems.filter((name) => !WITHOUT_ERROR.includes(name));
  expect(shown).toEqual(ITEM_FIELDS.filter((name) => name !== "choices"));
});

test("readBase reads a draft with fewer fields, which an older release of the app stored", () => {
  const form = new FormData();
  // Do not add fields, because tabs may still contain drafts with only these fields.
  const options = { choices: [], multiple: false };
  const item = { section: "", kind: "text", title: "Your trade", help: "", options };
  const items = [{ ...item, required: true, maxFiles: 5, accept: [] }];
  const fields = { title: "Accounts", message: "", dueOn: null, contactIds: [] };
  form.set("base", JSON.stringify({ ...fields, items }));
  expect(readBase(form)?.items[0]).toMatchObject({ title: "Your trade" });
});
