import { describe, expect, it } from "vitest";
import { decodeCsv, readCsv } from "@/lib/format/csv";

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
});
