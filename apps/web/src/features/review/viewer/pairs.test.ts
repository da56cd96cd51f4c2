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

  test("pairs files with different bytes by name, and then by position", () => {
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

  test("never treats two files without fingerprints as the same file", () => {
    const pairs = pairFiles([file("n1", "a.pdf", null)], [file("o1", "a.pdf", null)]);
    expect(ids(pairs)).toEqual([["n1", "o1", false]]);
  });
});

describe("describeChanges", () => {
  const describePairs = (...pair: Parameters<typeof pairFiles>) =>
    describeChanges(changesOf(pairFiles(...pair)), 1);

  test("names one to three changed files, and counts the unchanged files", () => {
    const same = Array.from({ length: 11 }, (_, no) => file(`s${no}`, `${no}.pdf`));
    const sentence = describePairs(
      [...same, file("n", "March 2026.pdf")],
      [...same, file("o", "March photo.jpg")],
    );
    expect(sentence).toBe(
      "1 file changed: March 2026.pdf. The other 11 files are the same as in version 1.",
    );
  });

  test("counts the changed files instead of naming them if more than three changed", () => {
    const changed = Array.from({ length: 4 }, (_, no) => file(`n${no}`, `${no}.pdf`));
    const before = changed.map(({ name }, no) => file(`o${no}`, name));
    expect(describePairs(changed, before)).toBe("4 files changed.");
  });

  test("names new and missing files", () => {
    expect(describePairs([file("a", "a.pdf")], [])).toBe("1 file is new: a.pdf.");
    expect(describePairs([file("a", "a.pdf")], [file("a", "a.pdf"), file("b", "b.pdf")])).toBe(
      "1 file is no longer included: b.pdf. The other file is the same as in version 1.",
    );
  });

  test("says that all files are the same if no file changed", () => {
    const files = [file("a", "a.pdf"), file("b", "b.pdf")];
    const changes = changesOf(pairFiles(files, files));
    expect(isUnchanged(changes)).toBe(true);
    expect(describeChanges(changes, 1)).toBe("All files are the same as in version 1.");
    expect(isUnchanged(changesOf([]))).toBe(false);
  });
});
