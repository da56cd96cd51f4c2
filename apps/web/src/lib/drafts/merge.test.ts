import fc from "fast-check";
import { expect, test } from "vitest";
import { insertInOrder, mergeFields, mergeSets } from "@/lib/drafts/merge";

const value = fc.oneof(fc.constantFrom("", "a", "b"), fc.array(fc.constantFrom("x", "y")));
const record = fc.record({ title: value, message: value, choices: value, date: value });
const fields = ["title", "message", "choices", "date"] as const;
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

// S-8.17
test("a merge takes the changed value if only one of the two versions changed a field", () => {
  fc.assert(
    fc.property(record, record, record, (base, mine, theirs) => {
      const { merged, conflicts } = mergeFields(base, mine, theirs);
      for (const field of fields) {
        if (same(base[field], mine[field])) expect(merged[field]).toEqual(theirs[field]);
        if (same(base[field], theirs[field])) expect(merged[field]).toEqual(mine[field]);
        if (same(mine[field], theirs[field])) expect(conflicts).not.toContain(field);
      }
    }),
  );
});

test("a merge reports exactly the fields that the two versions changed differently, and keeps the user's values of these fields", () => {
  fc.assert(
    fc.property(record, record, record, (base, mine, theirs) => {
      const { merged, conflicts } = mergeFields(base, mine, theirs);
      const values = (field: (typeof fields)[number]) => [base[field], mine[field], theirs[field]];
      const expected = fields.filter(
        (field) => new Set(values(field).map((each) => JSON.stringify(each))).size === 3,
      );
      expect(conflicts.toSorted()).toEqual(expected.toSorted());
      for (const field of conflicts) expect(merged[field]).toEqual(mine[field]);
    }),
  );
});

test("a merge returns the same conflicts and merged fields if the two versions are swapped, and loses no field", () => {
  fc.assert(
    fc.property(record, record, record, (base, mine, theirs) => {
      const one = mergeFields(base, mine, theirs);
      const other = mergeFields(base, theirs, mine);
      expect(one.conflicts.toSorted()).toEqual(other.conflicts.toSorted());
      expect(Object.keys(one.merged).toSorted()).toEqual(fields.toSorted());
      for (const field of fields) {
        if (!one.conflicts.includes(field)) {
          expect(one.merged[field]).toEqual(other.merged[field]);
        }
      }
    }),
  );
});

test("a merge reports every difference as a conflict if the common base is unknown", () => {
  const mine = { title: "A", message: "same" };
  expect(mergeFields({}, mine, { title: "B", message: "same" })).toEqual({
    merged: mine,
    conflicts: ["title"],
  });
});

test("a merged set contains the elements that either side added, and no element that either side removed", () => {
  const elements: string[] = ["a", "b", "c", "d"];
  const set = fc.uniqueArray(fc.constantFrom(...elements));
  fc.assert(
    fc.property(set, set, set, (base, mine, theirs) => {
      const merged = mergeSets(base, mine, theirs);
      for (const element of elements) {
        const sides = [mine, theirs].map((side) => side.includes(element));
        const expected = base.includes(element) ? !sides.includes(false) : sides.includes(true);
        expect(merged.includes(element)).toBe(expected);
      }
      expect(mergeSets(base, theirs, mine).toSorted()).toEqual(merged.toSorted());
    }),
  );
});

test("insertInOrder inserts entries after their nearest predecessor, or at the start if they have none", () => {
  const insert = (list: string, from: string) =>
    insertInOrder(
      [...list],
      [...from],
      (entry) => !list.includes(entry),
      (entry) => entry,
    ).join("");
  expect(insert("abc", "aXbc")).toBe("aXbc");
  expect(insert("cb", "XbYcZ")).toBe("XcZbY");
  expect(insert("", "XY")).toBe("XY");
});
