import { describe, expect, it } from "vitest";
import { toCsv } from "@/features/export/archive/documents";
import { numbered, safeSegment, uniqueNames } from "@/features/export/archive/names";

describe("names in an archive", () => {
  it.each([
    ["../../etc/passwd", "__.._etc_passwd"],
    ["..", "_"],
    ["a/b\\c:d.pdf", "a_b_c_d.pdf"],
    ["  ", "untitled"],
    ["NUL.txt", "_NUL.txt"],
    ["Rechnung\u202Efdp.exe", "Rechnung_fdp.exe"],
  ])("converts the name %j to %j", (name, segment) => {
    expect(safeSegment(name)).toBe(segment);
  });

  it("keeps the extension when it truncates a long name", () => {
    expect(safeSegment(`${"a".repeat(200)}.pdf`)).toBe(`${"a".repeat(76)}.pdf`);
  });

  it("numbers folders and makes equal names unique", () => {
    expect(numbered(0, 3, "Bank")).toBe("01-Bank");
    expect(numbered(6, 120, "Bank")).toBe("007-Bank");
    const once = uniqueNames();
    expect([once("a.pdf"), once("A.pdf"), once("a.pdf")]).toEqual([
      "a.pdf",
      "A (2).pdf",
      "a (3).pdf",
    ]);
  });
});

describe("the file index.csv", () => {
  it("quotes cells, and makes formulas harmless", () => {
    const row = {
      section: "",
      item: '=cmd|"/c calc"',
      status: "Accepted",
      answer: "a,b\nc",
      note: "",
      path: "",
      bytes: null,
      sha256: "",
      submittedBy: "",
      submittedAt: "",
      decidedBy: "",
      decidedAt: "",
    };
    const [, line] = toCsv([row]).split(/\r\n/);
    expect(line).toContain(`"'=cmd|""/c calc"""`);
    expect(line).toContain('"a,b\nc"');
  });
});
