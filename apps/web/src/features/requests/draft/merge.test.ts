import fc from "fast-check";
import { expect, test } from "vitest";
import { baseText, fingerprintOfDraft } from "@/features/requests/draft/clean";
import { describeConflicts } from "@/features/requests/draft/compare";
import { mergeDrafts, takeStored } from "@/features/requests/draft/merge";
import { BASE, blankItem, readBase } from "@/features/requests/schema";
import type { DraftInput } from "@/features/requests/types";

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
  assigneeId: null,
  contactIds: ["ann", "ben"],
  items: [item("1", "Alpha"), item("2", "Beta")],
  ...more,
});
const titles = ({ items }: DraftInput) => items.map(({ title }) => title);

test("mergeDrafts keeps both changes if one draft changes the title and the other draft the message", () => {
  const mine = draft({ message: "Soon, please" });
  const theirs = draft({ title: "Accounts 2031" });
  const { merged, conflicts } = mergeDrafts(draft(), mine, theirs);
  expect(conflicts).toEqual([]);
  expect(merged).toMatchObject({ title: "Accounts 2031", message: "Soon, please" });
});

test("mergeDrafts reports a conflict only for fields that both drafts changed differently, and describeConflicts lists both values", () => {
  const mine = draft({
    title: "Mine",
    message: "Same",
    items: [item("1", "A"), item("2", "Beta")],
  });
  const theirs = draft({
    title: "Theirs",
    message: "Same",
    items: [item("1", "Alpha", { help: "All." }), item("2", "B")],
  });
  const { merged, conflicts } = mergeDrafts(draft(), mine, theirs);
  expect(conflicts).toEqual(["title"]);
  expect(describeConflicts(theirs, merged, conflicts)).toEqual([
    { path: "title", label: "Title", theirs: "Theirs", mine: "Mine" },
  ]);
  expect(merged.items).toMatchObject([{ title: "A", help: "All." }, { title: "B" }]);
});

test("mergeDrafts merges an item field by field, and names the field in conflict", () => {
  const mine = draft({ items: [item("1", "Mine", { required: false }), item("2", "Beta")] });
  const theirs = draft({ items: [item("1", "Theirs", { section: "Tax" }), item("2", "Beta")] });
  const { merged, conflicts } = mergeDrafts(draft(), mine, theirs);
  expect(conflicts).toEqual(["items.1.title"]);
  expect(merged.items[0]).toMatchObject({ title: "Mine", required: false, section: "Tax" });
  expect(describeConflicts(theirs, merged, conflicts)).toEqual([
    { path: "items.1.title", label: "Item 1: Title", theirs: "Theirs", mine: "Mine" },
  ]);
});

test("mergeDrafts keeps the items that either draft added, at their positions", () => {
  const mine = draft({ items: [item("1", "Alpha"), item(undefined, "Mine"), item("2", "Beta")] });
  const theirs = draft({ items: [item("3", "Theirs"), item("1", "Alpha"), item("2", "Beta")] });
  const { merged, conflicts } = mergeDrafts(draft(), mine, theirs);
  expect(titles(merged)).toEqual(["Theirs", "Alpha", "Mine", "Beta"]);
  expect(merged.items.map(({ id }) => id)).toEqual(["3", "1", undefined, "2"]);
  expect(conflicts).toEqual([]);
});

test("mergeDrafts does not duplicate a new item that an earlier save already stored", () => {
  const mine = draft({ items: [...draft().items, item(undefined, "New")] });
  const theirs = draft({ items: [...draft().items, item("3", "New")] });
  const { merged, conflicts } = mergeDrafts(draft(), mine, theirs);
  expect(merged.items.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  expect(conflicts).toEqual([]);
});

test("mergeDrafts removes an item that one draft removed, and reports a conflict if the other draft changed the item", () => {
  const without = draft({ items: [item("2", "Beta")] });
  expect(mergeDrafts(draft(), without, draft())).toMatchObject({
    merged: { items: [{ id: "2" }] },
    conflicts: [],
  });
  expect(titles(mergeDrafts(draft(), draft(), without).merged)).toEqual(["Beta"]);
  const changed = draft({ items: [item("1", "Alpha 2"), item("2", "Beta")] });
  const removedHere = mergeDrafts(draft(), without, changed);
  expect(removedHere.conflicts).toEqual(["items.1"]);
  expect(describeConflicts(changed, removedHere.merged, ["items.1"])).toEqual([
    { path: "items.1", label: "Item 1", theirs: "Alpha 2", mine: "removed" },
  ]);
  expect(titles(takeStored(removedHere.merged, changed, "items.1"))).toEqual(["Alpha 2", "Beta"]);
  const removedThere = mergeDrafts(draft(), changed, without);
  expect(removedThere.conflicts).toEqual(["items.1"]);
  expect(titles(removedThere.merged)).toEqual(["Alpha 2", "Beta"]);
  expect(titles(takeStored(removedThere.merged, without, "items.1"))).toEqual(["Beta"]);
});

test("mergeDrafts uses the order of the draft that moved items, and reports a conflict if both drafts moved them", () => {
  const three = (...ids: string[]) => draft({ items: ids.map((id) => item(id, id)) });
  const base = three("1", "2", "3");
  expect(titles(mergeDrafts(base, base, three("3", "1", "2")).merged)).toEqual(["3", "1", "2"]);
  expect(titles(mergeDrafts(base, three("2", "1", "3"), base).merged)).toEqual(["2", "1", "3"]);
  const both = mergeDrafts(base, three("2", "1", "3"), three("3", "1", "2"));
  expect(both.conflicts).toEqual(["order"]);
  expect(titles(takeStored(both.merged, three("3", "1", "2"), "order"))).toEqual(["3", "1", "2"]);
});

test("mergeDrafts merges the contacts that each draft added or removed", () => {
  const mine = draft({ contactIds: ["ann", "ben", "cem"] });
  const theirs = draft({ contactIds: ["ben", "dan"] });
  const { merged, conflicts } = mergeDrafts(draft(), mine, theirs);
  expect(merged.contactIds.toSorted()).toEqual(["ben", "cem", "dan"]);
  expect(conflicts).toEqual([]);
});

test("mergeDrafts without a base draft reports fields that differ as conflicts, and keeps the items of both drafts", () => {
  const mine = draft({ title: "Mine", items: [item("1", "Alpha"), item("2", "B")] });
  const theirs = draft({ title: "Theirs", items: [item("1", "Alpha"), item("3", "Gamma")] });
  const { merged, conflicts } = mergeDrafts(undefined, mine, theirs);
  expect(conflicts).toEqual(["title"]);
  expect(titles(merged).toSorted()).toEqual(["Alpha", "B", "Gamma"]);
});

const text = fc.constantFrom("", "a", "b");
const items = fc.uniqueArray(
  fc.record({ id: fc.constantFrom("1", "2", "3", "4"), title: text, help: text }),
  { selector: ({ id }) => id },
);
const anyDraft = fc
  .record({
    title: text,
    message: text,
    contactIds: fc.uniqueArray(fc.constantFrom("ann", "ben", "cem")),
    items,
  })
  .map((fields) =>
    draft({
      ...fields,
      items: fields.items.map(({ id, title, help }) => item(id, title, { help })),
    }),
  );

test("mergeDrafts returns the changed draft without conflicts if only one draft was changed, or both in the same way", () => {
  fc.assert(
    fc.property(anyDraft, anyDraft, (base, changed) => {
      for (const { merged, conflicts } of [
        mergeDrafts(base, changed, base),
        mergeDrafts(base, base, changed),
        mergeDrafts(base, changed, changed),
      ]) {
        expect(conflicts).toEqual([]);
        expect(fingerprintOfDraft(merged)).toBe(fingerprintOfDraft(changed));
      }
    }),
  );
});

test("mergeDrafts finds the same conflicts if the typed and the stored draft are swapped, and merges all other fields in the same way", () => {
  fc.assert(
    fc.property(anyDraft, anyDraft, anyDraft, (base, mine, theirs) => {
      const one = mergeDrafts(base, mine, theirs);
      const other = mergeDrafts(base, theirs, mine);
      expect(one.conflicts.toSorted()).toEqual(other.conflicts.toSorted());
      const settle = (merge: typeof one, stored: DraftInput) =>
        merge.conflicts.reduce((next, path) => takeStored(next, stored, path), merge.merged);
      const content = ({ items: all, ...rest }: DraftInput) => ({
        ...rest,
        contactIds: rest.contactIds.toSorted(),
        items: Object.fromEntries(all.map((each) => [each.id, each])),
      });
      expect(content(settle(one, theirs))).toEqual(content(other.merged));
    }),
  );
});

test("mergeDrafts returns the same merge for a base with long texts as for a base with digests of these texts", () => {
  const long = (words: string) => words.repeat(60);
  const longDraft = anyDraft.map(({ title, message, items: all, ...rest }) => ({
    ...rest,
    title: long(title),
    message: long(message),
    items: all.map((each) => ({
      ...each,
      title: long(each.title),
      help: long(each.help),
      options: { choices: [long(each.help), "Other"], multiple: false },
    })),
  }));
  fc.assert(
    fc.property(longDraft, longDraft, longDraft, (base, mine, theirs) => {
      const form = new FormData();
      form.set(BASE, baseText(base));
      expect(form.get(BASE)).not.toContain("aa");
      expect(mergeDrafts(readBase(form), mine, theirs)).toEqual(mergeDrafts(base, mine, theirs));
    }),
  );
});
