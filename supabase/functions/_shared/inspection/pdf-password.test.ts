import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readStrictly } from "../../../tests/support/inspection/strict-range.ts";
import { readContent } from "./content.ts";
import { judge } from "./judge.ts";

// qpdf 11.3.0 encrypted the fixtures with `--encrypt "" owner` (open-…) or `--encrypt user owner`
// (locked-…). The key length selects the revision: 40 bits for R2, 128 for R3, 128 with --use-aes=y
// for R4, 256 for R6, and 256 with --force-R5 for R5.
const folder = new URL("../../../tests/support/inspection/pdf-fixtures/", import.meta.url);
const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`${name}.pdf`, folder)));
const names = (kind: string) =>
  readdirSync(folder)
    .filter((file) => file.startsWith(kind))
    .map((file) => file.replace(".pdf", ""));

const latin = (file: Uint8Array) => Buffer.from(file).toString("latin1");
const altered = (name: string, from: string | RegExp, to: string) => {
  const before = latin(fixture(name));
  const after = before.replace(from, to);
  expect(after, name).not.toBe(before);
  return new Uint8Array(Buffer.from(after, "latin1"));
};

async function rejectCodeOf(file: Uint8Array, piece = 1000): Promise<string | undefined> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < file.length; at += piece)
        controller.enqueue(file.slice(at, at + piece));
      controller.close();
    },
  });
  const { rejectCode } = await judge({
    extension: "pdf",
    expectedBytes: file.length,
    content: await readContent(stream),
    read: async (start, end) => readStrictly(file, start, end),
  });
  return rejectCode;
}

// S-8.36
it.each(names("open"))(
  "the inspection accepts a PDF that the empty user password opens: %s",
  async (name) => {
    for (const piece of [1, 64, 1000]) {
      expect(await rejectCodeOf(fixture(name), piece), `pieces of ${piece} bytes`).toBeUndefined();
    }
  },
);

it.each(names("locked"))(
  "the inspection rejects a PDF that needs a user password: %s",
  async (name) => {
    expect(await rejectCodeOf(fixture(name))).toBe("encrypted");
  },
);

it("there are eight open and five locked fixtures, and an open PDF with a comment of 5 MB is accepted", async () => {
  expect(names("open")).toHaveLength(8);
  expect(names("locked")).toHaveLength(5);
  const file = latin(fixture("open-r6"));
  const filler = `% ${"x".repeat(5_000_000)}\n`;
  const padded = Buffer.from(file.replace("%%EOF", `${filler}%%EOF`), "latin1");
  expect(await rejectCodeOf(new Uint8Array(padded), 65_536)).toBeUndefined();
});

describe("the inspection of PDFs that open without a password and have an unusual encryption dictionary", () => {
  it.each<[string, string, string | RegExp, string]>([
    ["entries with other white space", "open-r4", "/P -4", "\n/P\t\r\n%c\n-4\f"],
    ["permissions as an unsigned number", "open-r4", "/P -4", "/P 4294967292"],
    ["a later comment that looks like the entry", "open-r3", "%%EOF", "% /Encrypt 99 0 R\n%%EOF"],
  ])("accepts a PDF with %s", async (_title, name, from, to) => {
    expect(await rejectCodeOf(altered(name, from, to))).toBeUndefined();
  });

  it("accepts literal strings in the trailer instead of hexadecimal strings in a separate object", async () => {
    const file = latin(fixture("open-r3"));
    const dictionary = /obj\n(<< [^\n]*\/Filter \/Standard[^\n]*>>)\nendobj/.exec(file)?.[1] ?? "";
    expect(dictionary).toContain("/R 3");
    const literal = dictionary.replace(/<([0-9a-f]{64})>/g, (_match, digits: string) => {
      const escaped = Buffer.from(digits, "hex")
        .toString("latin1")
        .replace(/[\\()\r]/g, (letter) => (letter === "\r" ? "\\015" : `\\${letter}`));
      return `(${escaped})`;
    });
    expect(literal).not.toBe(dictionary);
    const direct = file.replace(/\/Encrypt \d+ 0 R/, () => `/Encrypt ${literal}`);
    expect(await rejectCodeOf(new Uint8Array(Buffer.from(direct, "latin1")))).toBeUndefined();
  });
});

describe("the inspection of PDFs whose encryption is locked or unreadable", () => {
  it.each<[string, string, string | RegExp, string]>([
    ["another handler", "open-r4", "/Filter /Standard", "/Filter /Adobe.PubSec"],
    ["an unknown revision", "open-r6", "/R 6", "/R 9"],
    ["no revision", "open-r6", "/R 6", "/X 6"],
    ["a key of length zero", "open-r3", "/Length 128", "/Length 0"],
    ["a key that is too long", "open-r3", "/Length 128", "/Length 99999999"],
    ["a short user entry", "open-r3", /\/U <[0-9a-f]{20}/, "/U <"],
    ["a short user entry of revision 6", "open-r6", /\/U <[0-9a-f]{20}/, "/U <"],
    ["an owner entry that is a number", "open-r3", /\/O <[0-9a-f]+>/, "/O 7"],
    ["a reference to nothing", "open-r3", /\/Encrypt \d+ 0 R/, "/Encrypt 77 0 R"],
    ["another identifier", "open-r3", /\/ID \[<31/, "/ID [<32"],
    ["an invalid identifier", "open-r3", /\/ID \[<31/, "/ID [[[<31"],
    ["a dictionary without an end", "open-r3", /\/V 2 >>[\s\S]*endobj/, "/V 2 "],
    ["a string without an end", "open-r6", /\/U <[0-9a-f]{20}/, "/U ("],
    ["deeply nested arrays", "open-r3", "/P -4", `/P ${"[".repeat(5_000)}`],
  ])("rejects a PDF with %s as encrypted, without an error", async (_title, name, from, to) => {
    expect(await rejectCodeOf(altered(name, from, to))).toBe("encrypted");
  });

  it("rejects a PDF that needs a password, even if a dictionary in its last trailer needs no password", async () => {
    const open = latin(fixture("open-r3"));
    const dictionary = /obj\n(<< [^\n]*\/Filter \/Standard[^\n]*>>)\nendobj/.exec(open)?.[1];
    const id = /\/ID \[[^\]]*\]/.exec(open)?.[0];
    const decoy = `\n900 0 obj\n${dictionary}\nendobj\ntrailer << /Encrypt 900 0 R ${id} >>\n`;
    const alone = open.replace(/trailer <<[\s\S]*?>>/, "") + decoy;
    expect(await rejectCodeOf(new Uint8Array(Buffer.from(alone, "latin1")))).toBeUndefined();
    const locked = latin(fixture("locked-r3")) + decoy;
    expect(await rejectCodeOf(new Uint8Array(Buffer.from(locked, "latin1")))).toBe("encrypted");
  });

  it("either accepts a truncated PDF or rejects it as encrypted, without an error", async () => {
    for (const name of ["open-r3", "open-r6", "open-r3-linearized"]) {
      const file = fixture(name);
      for (let end = file.length; end > 5; end -= 13) {
        expect([undefined, "encrypted"], `${name} to ${end}`).toContain(
          await rejectCodeOf(file.slice(0, end)),
        );
      }
    }
  });

  it("rejects a PDF in which the encryption entry is repeated 100,000 times", async () => {
    const file = Buffer.from(`%PDF-1.7\n${"/Filter/Standard /Encrypt 1 0 R <<".repeat(100_000)}`);
    expect(await rejectCodeOf(new Uint8Array(file), 65_536)).toBe("encrypted");
  });
});
