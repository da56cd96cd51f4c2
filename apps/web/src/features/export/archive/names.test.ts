import { describe, expect, it } from "vitest";
import { toCsv } from "@/features/export/archive/documents";
import { archiveName, numbered, safeSegment, uniqueNames } from "@/features/export/archive/names";
import { sheetTime } from "@/features/export/archive/plan";

describe("an export archive", () => {
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

  it("keeps the extension when it truncates a long file name", () => {
    expect(safeSegment(`${"a".repeat(200)}.pdf`)).toBe(`${"a".repeat(76)}.pdf`);
  });

  it("is named after the client and the request", () => {
    expect(archiveName("Okafor Dental Practice", "Accounts 2025/26")).toBe(
      "Okafor Dental Practice – Accounts 2025_26.zip",
    );
  });

  it("numbers its folders, and adds a number to repeated file names", () => {
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
  it("quotes cells, and adds an apostrophe to formulas so that spreadsheets show them as text", () => {
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
    const [, line] = toCsv([row], "Europe/London").split(/\r\n/);
    expect(line).toContain(`"'=cmd|""/c calc"""`);
    expect(line).toContain('"a,b\nc"');
  });
});

describe("times in index.csv", () => {
  it("are in the firm's time zone and in a format that spreadsheets read, and the heading names the zone", () => {
    expect(sheetTime("2026-06-22T23:19:01.871495+00:00", "Europe/London")).toBe(
      "2026-06-23 00:19:01",
    );
    expect(sheetTime(null, "Europe/London")).toBe("");
    expect(toCsv([], "Europe/London")).toContain('"Sent at (Europe/London)"');
  });
});
