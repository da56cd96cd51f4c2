import { describe, expect, it } from "vitest";
import { decodeCsv, formatRanges, parseClientRows, toRanges } from "@/features/clients/schema";

describe("parseClientRows", () => {
  it("reads quoted cells, other names of columns and semicolons", () => {
    const csv =
      '\ufeffClient;Reference;Contact;E-mail;Phone\r\n"Quill; Press";Q-1;Nadia;n@q.example;1\r\n\r\n';
    expect(parseClientRows(csv)).toEqual({
      ok: true,
      rows: [
        { name: "Quill; Press", ref: "Q-1", contact_name: "Nadia", contact_email: "n@q.example" },
      ],
    });
  });

  it.each([
    ["", "The file holds no column “name”."],
    ["title\nA", "The file holds no column “name”."],
    ["name\n", "There is no row below the headings."],
    ['name\n"open', "Line 2 is not valid CSV: check its quotes."],
    [`name\n${"a\n".repeat(1_001)}`, "At most 1,000 rows at once. Split the file."],
    [`name\n${"a".repeat(1_048_576)}`, "At most 1\u00a0MB at once. Split the file."],
  ])("refuses %#", (csv, message) => {
    expect(parseClientRows(csv)).toEqual({ ok: false, message });
  });
});

describe("decodeCsv", () => {
  it.each([
    ["UTF-8", Buffer.from("name\nCafé €5", "utf8")],
    ["UTF-8 with a mark", Buffer.from("\ufeffname\nCafé €5", "utf8")],
    [
      "Windows-1252",
      Buffer.concat([Buffer.from("name\nCafé ", "latin1"), Buffer.from([0x80, 0x35])]),
    ],
  ])("reads %s", (_name, { buffer, byteOffset, byteLength }) => {
    const text = decodeCsv(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
    expect(parseClientRows(text)).toEqual({ ok: true, rows: [{ name: "Café €5" }] });
  });
});

describe("rows that were skipped", () => {
  it.each([
    [[1, 2, 3, 4, 5, 9], "1-5,9", "1–5, 9"],
    [[7], "7", "7"],
    [[2, 4, 5], "2,4-5", "2, 4–5"],
  ])("%j are named in an address, and to people", (rows, address, text) => {
    expect(toRanges(rows)).toBe(address);
    expect(formatRanges(address)).toBe(text);
  });

  it("are named as far as the eye follows", () => {
    const address = toRanges(Array.from({ length: 500 }, (_, index) => 2 * index + 1));
    expect(address).toMatch(/^1,3,5,.*39,more$/);
    expect(formatRanges(address)).toMatch(/37, 39 …$/);
  });

  it.each([undefined, "", "1;2", "all of them", "1,,2", "more"])("%j names none", (address) => {
    expect(formatRanges(address)).toBeUndefined();
  });
});
