import { describe, expect, test } from "vitest";
import { changesOf, describeChanges, isUnchanged, pairFiles } from "@/features/review/viewer/pairs";

const file = (id: string, name: string, sha256: string | null = id) => ({ id, name, sha256 });
const ids = (pairs: ReturnType<typeof pairFiles>) =>
  pairs.map(({ current, previous, isSame }) => [current?.id, previous?.id, isSame]);

describe("pairFiles", () => {
  test("pairs files with the same bytes, even if their names differ", () => {
    const pairs = pairFiles(
      [file("n1", "b.pdf", "x"), file("n2", "a.pdf", "y")],
      [file("o1", "a.pdf", "x"), file("o2", "c.pdf", "y")],
    );
    expect(ids(pairs)).toEqual([
      ["n1", "o1", true],
      ["n2", "o2", true],
    ]);
  });

  test("pairs the rest by name, then in order", () => {
    const pairs = pairFiles(
      [file("n1", "March 2026.pdf"), file("n2", "May.pdf")],
      [file("o1", "May.pdf"), file("o2", "March photo.jpg")],
    );
    expect(ids(pairs)).toEqual([
      ["n1", "o2", false],
      ["n2", "o1", false],
    ]);
  });

  test("pairs each earlier file once, and puts removed files at the end", () => {
    const pairs = pairFiles(
      [file("n1", "a.pdf", "x"), file("n2", "b.pdf", "x")],
      [file("o1", "a.pdf", "x"), file("o2", "c.pdf", "z"), file("o3", "d.pdf", "w")],
    );
    expect(ids(pairs)).toEqual([
      ["n1", "o1", true],
      ["n2", "o2", false],
      [undefined, "o3", false],
    ]);
  });

  test("never calls two files the same if neither has a fingerprint", () => {
    const pairs = pairFiles([file("n1", "a.pdf", null)], [file("o1", "a.pdf", null)]);
    expect(ids(pairs)).toEqual([["n1", "o1", false]]);
  });
});

describe("describeChanges", () => {
  const describePairs = (...pair: Parameters<typeof pairFiles>) =>
    describeChanges(changesOf(pairFiles(...pair)), 1);

  test("names the changed file and counts the same ones", () => {
    const same = Array.from({ length: 11 }, (_, no) => file(`s${no}`, `${no}.pdf`));
    const sentence = describePairs(
      [...same, file("n", "March 2026.pdf")],
      [...same, file("o", "March photo.jpg")],
    );
    expect(sentence).toBe(
      "1 file changed: March 2026.pdf. The other 11 are the same files as in version 1.",
    );
  });

  test("counts more than three changed files instead of naming them", () => {
    const changed = Array.from({ length: 4 }, (_, no) => file(`n${no}`, `${no}.pdf`));
    const before = changed.map(({ name }, no) => file(`o${no}`, name));
    expect(describePairs(changed, before)).toBe("4 files changed.");
  });

  test("says which files are new and which are missing", () => {
    expect(describePairs([file("a", "a.pdf")], [])).toBe("1 file is new: a.pdf.");
    expect(describePairs([file("a", "a.pdf")], [file("a", "a.pdf"), file("b", "b.pdf")])).toBe(
      "1 file is no longer included: b.pdf. The other file is the same as in version 1.",
    );
  });

  test("warns if every file is the same", () => {
    const files = [file("a", "a.pdf"), file("b", "b.pdf")];
    const changes = changesOf(pairFiles(files, files));
    expect(isUnchanged(changes)).toBe(true);
    expect(describeChanges(changes, 1)).toBe("All files are the same as in version 1.");
    expect(isUnchanged(changesOf([]))).toBe(false);
  });
});
