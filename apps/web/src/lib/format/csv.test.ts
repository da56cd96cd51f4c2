import { describe, expect, it } from "vitest";
import { decodeCsv, readCsv, readCsvStart } from "@/lib/format/csv";

describe("decodeCsv", () => {
  it.each([
    ["UTF-8", Buffer.from("name\nCafé €5", "utf8")],
    ["UTF-8 with a byte order mark", Buffer.from("\ufeffname\nCafé €5", "utf8")],
    [
      "Windows-1252",
      Buffer.concat([Buffer.from("name\nCafé ", "latin1"), Buffer.from([0x80, 0x35])]),
    ],
  ])("decodes %s", (_name, { buffer, byteOffset, byteLength }) => {
    const text = decodeCsv(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
    expect(readCsv(text)).toEqual({
      ok: true,
      rows: [
        { no: 1, cells: ["name"] },
        { no: 2, cells: ["Café €5"] },
      ],
    });
  });

  it("decodes UTF-8 that is truncated within a character only if the caller says that it is truncated", () => {
    const bytes = new Uint8Array(Buffer.from("name,Café", "utf8")).subarray(0, -1);
    expect(decodeCsv(bytes, true)).toBe("name,Caf");
    expect(decodeCsv(bytes)).not.toBe("name,Caf");
  });
});

describe("readCsvStart", () => {
  const cellsOf = (csv: string, options = {}) =>
    readCsvStart(csv, { max: 100, ...options }).rows.map(({ cells }) => cells);

  it.each([
    ["commas", "date,text\n1 May,a;b\n"],
    ["semicolons", "date;text\n1 May;a,b\n"],
    ["tabs", "date\ttext\n1 May\ta,b;c\n"],
  ])("splits all rows only at the separator of the headings: %s", (_name, csv) => {
    expect(cellsOf(csv).map((cells) => cells.length)).toEqual([2, 2]);
  });

  it("ignores separators within quotation marks when it detects the separator of the file", () => {
    expect(cellsOf('Statement\n"Smith, Jones, Reid";12\n')).toEqual([
      ["Statement"],
      ["Smith, Jones, Reid", "12"],
    ]);
  });

  it("returns the first rows with their numbers in the spreadsheet, and counts all rows that are not blank", () => {
    expect(readCsvStart("a,b\n\n1,2\n,\n3,4\n", { max: 2 })).toEqual({
      rows: [
        { no: 1, cells: ["a", "b"] },
        { no: 3, cells: ["1", "2"] },
      ],
      total: 3,
      brokenNo: null,
      openNo: null,
    });
  });

  it("omits the incomplete last row of a truncated text, even if the text ends within quotation marks", () => {
    expect(cellsOf("a,b\n1,2\n3", { isCut: true })).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    expect(cellsOf('a,b\n1,2\n3,"x\ny', { isCut: true })).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  it("returns the rows before a row with an unclosed quotation mark, and the number of that row", () => {
    expect(readCsvStart('a,b\n1,"2\n3,4\n', { max: 100 })).toEqual({
      rows: [{ no: 1, cells: ["a", "b"] }],
      total: 1,
      brokenNo: 2,
      openNo: null,
    });
  });

  it("reports the last row as open, not as broken, if the text is truncated within a quoted cell", () => {
    const start = readCsvStart('a,b\n1,"2\n3,4\n', { max: 100, isCut: true });
    expect(start).toMatchObject({ total: 1, brokenNo: null, openNo: 2 });
  });

  it("reports the number of a row that cannot be parsed, even in a truncated text", () => {
    const start = readCsvStart('a,b\n"1" x,2\n3,4\n', { max: 100, isCut: true });
    expect(start).toMatchObject({ total: 1, brokenNo: 2, openNo: null });
  });

  it("accepts quotation marks within a cell", () => {
    expect(cellsOf('size,text\n12" pipe,5\n')).toEqual([
      ["size", "text"],
      ['12" pipe', "5"],
    ]);
  });
});
