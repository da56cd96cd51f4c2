import { expect, test } from "vitest";
import { createDraftContent } from "@/features/requests/draft/draft-content";
import { blankItem, readBase, readDraft } from "@/features/requests/schema";
import type { DraftInput, DraftMerge, KeyedItem } from "@/features/requests/types";

const [A, B, C] = ["a", "b", "c"].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`);

const item = (id: string | undefined, title: string) => ({ ...blankItem("text"), id, title });
const draft = (more: Partial<DraftInput> = {}): DraftInput => ({
  title: "Accounts",
  message: "",
  dueOn: null,
  assigneeId: null,
  contactIds: [],
  items: [item(A, "Alpha"), item(B, "Beta")],
  ...more,
});
const keyed = ({ items }: DraftInput): KeyedItem[] =>
  items.map((each, index) => ({ key: `key-${index}`, item: each }));
const merged = (more: Partial<DraftMerge>): DraftMerge => ({
  draft: draft(),
  stored: draft(),
  conflicts: [],
  message: "",
  ...more,
});

function toForm({ title, message, items }: DraftInput): FormData {
  const form = new FormData();
  form.set("title", title);
  form.set("message", message);
  for (const [index, each] of items.entries()) {
    form.set(`items.${index}.kind`, each.kind);
    form.set(`items.${index}.title`, each.title);
    form.set(`items.${index}.max_files`, String(each.maxFiles));
    if (each.required) form.set(`items.${index}.required`, "on");
  }
  return form;
}

/** Simulates a composer that shows version 3 of a draft. */
function open(first = draft()) {
  const page = { typed: first as DraftInput | null, items: keyed(first) };
  const replaced: DraftInput[] = [];
  const content = createDraftContent({
    start: { version: 3, base: first },
    items: page.items,
    readForm: () => page.typed && toForm(page.typed),
    onIdentify: (withIds) => {
      page.items = withIds(page.items);
    },
    onReplace: ({ next, items }) => {
      page.typed = next;
      page.items = items;
      replaced.push(next);
    },
  });
  const read = () => {
    const fields = content.read();
    if (!fields) throw new Error("The page has no form.");
    return fields;
  };
  return { content, page, replaced, read };
}
const ids = (items: readonly KeyedItem[]) => items.map(({ item }) => item.id);
const keys = (items: readonly KeyedItem[]) => items.map(({ key }) => key);

test("the content of a draft is read with the version, the base and the ids of the last save", () => {
  const { content, page, read } = open(
    draft({ items: [item(A, "Alpha"), item(undefined, "Beta")] }),
  );
  const fields = read();
  expect(fields.get("version")).toBe("3");
  expect(readDraft(fields).items.map(({ id }) => id)).toEqual([A, undefined]);
  expect(content.adopt({ version: 4, itemIds: [A, B] as string[] }, fields)).toEqual({
    kind: "saved",
  });
  expect(ids(page.items)).toEqual([A, B]);
  const next = read();
  expect(next.get("version")).toBe("4");
  expect(content.version()).toBe(4);
  expect(readDraft(next).items.map(({ id }) => id)).toEqual([A, B]);
  expect(readBase(next)?.items.map(({ id }) => id)).toEqual([A, B]);
});

test("the content of a draft cannot be read after React has removed the form", () => {
  const { content, page } = open();
  page.typed = null;
  expect(content.read()).toBeNull();
});

test("a saved item gets its id although the user moved it during the save", () => {
  const first = draft({ items: [item(undefined, "Alpha"), item(undefined, "Beta")] });
  const { content, page, read } = open(first);
  const fields = read();
  expect(content.keysIn(fields)).toEqual(["key-0", "key-1"]);
  page.items = page.items.toReversed();
  content.follow(page.items);
  content.adopt({ version: 4, itemIds: [A, B] as string[] }, fields);
  expect(ids(page.items)).toEqual([B, A]);
});

test("a merge shows the changes of other users, and keeps the inputs of items that did not change", () => {
  const { content, page, replaced, read } = open();
  const theirs = draft({ title: "Accounts 2031", items: [item(A, "Alpha"), item(B, "Bravo")] });
  const merge = merged({ draft: theirs, stored: theirs });
  const adopted = content.adopt({ version: 5, itemIds: [], merge }, read());
  expect(adopted).toEqual({ kind: "merged" });
  expect(replaced).toEqual([theirs]);
  expect(keys(page.items)[0]).toBe("key-0");
  expect(keys(page.items)[1]).not.toBe("key-1");
  expect(content.version()).toBe(5);
  expect(readBase(read())?.title).toBe("Accounts 2031");
});

test("a merge does not replace text that the user typed after the save started", () => {
  const { content, page, replaced, read } = open();
  const fields = read();
  page.typed = draft({ message: "Soon" });
  const theirs = draft({ title: "Accounts 2031" });
  const merge = merged({ draft: theirs, stored: theirs });
  expect(content.adopt({ version: 5, itemIds: [], merge }, fields)).toEqual({ kind: "again" });
  expect(replaced).toEqual([]);
  expect(content.version()).toBe(3);
  expect(readBase(read())?.title).toBe("Accounts");
});

const conflict = merged({
  draft: draft({ title: "Mine" }),
  stored: draft({ title: "Theirs", message: "Soon" }),
  conflicts: [{ path: "title", label: "Title", mine: "Mine", theirs: "Theirs" }],
});

test("a conflict keeps the version and the base of its field, so that the next save reports the conflict again", () => {
  const { content, page, read } = open();
  page.typed = draft({ title: "Mine" });
  const adopted = content.adopt({ version: 5, itemIds: [], merge: conflict }, read());
  expect(adopted).toEqual({ kind: "conflict", conflict });
  expect(content.version()).toBe(3);
  const base = readBase(read());
  expect(base?.title).toBe("Accounts");
  expect(base?.message).toBe("Soon");
});

test.each([
  ["mine", "Mine"],
  ["stored", "Theirs"],
] as const)("choosing %s in a conflict shows %s and ends the conflict", (choice, title) => {
  const { content, page, read } = open();
  page.typed = draft({ title: "Mine" });
  content.adopt({ version: 5, itemIds: [], merge: conflict }, read());
  content.decide(conflict, "title", choice);
  expect(page.typed?.title).toBe(title);
  expect(readBase(read())?.title).toBe("Theirs");
});

test.each([
  ["dueOn", "due_on"],
  ["assigneeId", "assignee_id"],
  ["title", "title"],
  ["order", "items"],
  [`items.${B}`, "items.1.title"],
  [`items.${B}.help`, "items.1.help"],
  [`items.${C}.help`, "items"],
])("the conflict at %s belongs to the field %s", (path, field) => {
  expect(open().content.fieldOf(path)).toBe(field);
});
