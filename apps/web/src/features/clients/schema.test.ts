import { describe, expect, it } from "vitest";
import { decodeCsv, parseClientRows } from "@/features/clients/schema";

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
