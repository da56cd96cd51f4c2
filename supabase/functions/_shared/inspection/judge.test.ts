import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readStrictly } from "../../../tests/support/inspection/strict-range.ts";
import { odfOf, ooxmlOf, zipOf } from "../../../tests/support/inspection/zip-fixture.ts";
import { readContent } from "./content.ts";
import { FILE_KINDS } from "./file-kinds.ts";
import { judge } from "./judge.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(" ", ""), "hex"));
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

function altered(record: "end" | "entry", at: number, value: number): Uint8Array {
  const file = ooxmlOf(WORD);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const end = file.length - 22;
  const from = record === "end" ? end : view.getUint32(end + 16, true);
  view.setUint32(from + at, value, true);
  return file;
}

function streamOf(file: Uint8Array, piece = 1000): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < file.length; at += piece)
        controller.enqueue(file.slice(at, at + piece));
      controller.close();
    },
  });
}

async function verdictOf(extension: string, file: Uint8Array, piece?: number) {
  return judge({
    extension,
    expectedBytes: file.length,
    content: await readContent(streamOf(file, piece)),
    read: async (start, end) => readStrictly(file, start, end),
  });
}

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
const SLIDES = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml";
const MACRO_WORD = "application/vnd.ms-word.document.macroEnabled.main+xml";
const ODT = "application/vnd.oasis.opendocument.text";
const ODS = "application/vnd.oasis.opendocument.spreadsheet";

const PDF = bytes("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Size 2 >>\n%%EOF");
const ENCRYPTED_PDF = bytes("%PDF-1.7\ntrailer\n<< /Size 9 /Root 1 0 R /Encrypt 8 0 R >>\n%%EOF");
const PNG = join(
  hex("89504e470d0a1a0a0000000d49484452"),
  new Uint8Array(40),
  hex("0000000049444154"),
);
const JPEG = join(hex("ffd8ffe000104a464946"), new Uint8Array(64));
const WEBP = join(bytes("RIFF"), hex("24000000"), bytes("WEBPVP8 "), new Uint8Array(32));
const HEIC = join(hex("00000018"), bytes("ftypheic\0\0\0\0mif1heic"), new Uint8Array(64));
const TIFF = join(hex("49492a00 00f00f00"), new Uint8Array(500));
const EXE = join(bytes("MZ"), new Uint8Array(400));
const OLE = join(hex("d0cf11e0a1b11ae1"), new Uint8Array(600));
const ENCRYPTED_OFFICE = join(OLE, new Uint8Array(Buffer.from("EncryptedPackage", "utf16le")));

describe("judging valid files", () => {
  it.each<[string, Uint8Array]>([
    ["pdf", PDF],
    ["png", PNG],
    ["jpg", JPEG],
    ["jpeg", JPEG],
    ["webp", WEBP],
    ["heic", HEIC],
    ["heif", HEIC],
    ["tif", TIFF],
    ["tiff", TIFF],
    ["docx", ooxmlOf(WORD)],
    ["xlsx", ooxmlOf(EXCEL)],
    ["pptx", ooxmlOf(SLIDES)],
    ["odt", odfOf(ODT)],
    ["ods", odfOf(ODS)],
    ["csv", bytes("Name;Betrag\r\nMüller;12,50 €\r\n")],
    ["txt", bytes("\ufeffUTF-8 with a mark")],
    ["txt", hex("4d fc 6c 6c 65 72 20 80 31 32")], // "Müller €12" in Windows-1252
    ["csv", bytes("MZ,a column that looks like a program's first letters\n")],
  ])("accepts a valid .%s file", async (extension, file) => {
    const verdict = await verdictOf(extension, file);
    expect(verdict.rejectCode).toBeUndefined();
    expect(verdict.detectedMime).toMatch(/^[a-z]+\/[a-z]/);
  });

  // S-5.12
  it("accepts only the sixteen extensions that have a rule", async () => {
    expect(Object.keys(FILE_KINDS)).toHaveLength(16);
    for (const extension of ["svg", "html", "exe", "docm", "zip", "", "constructor"]) {
      expect((await verdictOf(extension, PDF)).rejectCode, extension).toBe("type_mismatch");
    }
  });

  it("accepts a PDF that is not encrypted but has the word /Encrypt in its text", async () => {
    const file = bytes("%PDF-1.7\n(The /Encrypt entry is described in section 7)\n%%EOF");
    expect((await verdictOf("pdf", file)).rejectCode).toBeUndefined();
  });

  it.each<[string, string, Uint8Array]>([
    ["txt", "text/plain; charset=utf-8", bytes("Grüße, 12 €")],
    ["csv", "text/csv; charset=utf-8", bytes("Name;Amount")],
    ["csv", "text/csv; charset=windows-1252", hex("4d fc 6c 6c 65 72 20 80 31 32")],
  ])("accepts a .%s file and detects the type %s", async (extension, mime, file) => {
    expect((await verdictOf(extension, file)).detectedMime).toBe(mime);
    expect((await verdictOf(extension, file, 1)).detectedMime).toBe(mime);
  });

  it("accepts an OpenDocument file that ends with a long ZIP comment", async () => {
    const file = zipOf(
      [
        { name: "mimetype", text: ODT },
        { name: "content.xml", text: "<office/>" },
      ],
      "c".repeat(60_000),
    );
    expect((await verdictOf("odt", file)).rejectCode).toBeUndefined();
  });
});

describe("judging files whose content has the wrong type", () => {
  it.each<[string, string, Uint8Array]>([
    ["a program named pdf", "pdf", EXE],
    ["a program named jpg", "jpg", EXE],
    ["a picture named pdf", "pdf", PNG],
    ["a PDF named png", "png", PDF],
    ["a PDF after other bytes", "pdf", join(bytes("<html>"), PDF)],
    ["HTML named txt", "txt", bytes("\n <!DOCTYPE html><script>alert(1)</script>")],
    ["HTML without a doctype named csv", "csv", bytes("<html><body>")],
    ["SVG named txt", "txt", bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["XML named csv", "csv", bytes('<?xml version="1.0"?><svg/>')],
    ["a shell script named txt", "txt", bytes("#!/bin/sh\nrm -rf .")],
    ["a program named txt", "txt", EXE],
    ["UTF-16 named csv", "csv", hex("fffe41000a00")],
    ["text that is neither UTF-8 nor Windows-1252", "txt", hex("41 81 42")],
    ["a spreadsheet named docx", "docx", ooxmlOf(EXCEL)],
    ["a text document named ods", "ods", odfOf(ODT)],
    ["a plain ZIP named docx", "docx", zipOf([{ name: "a.txt", text: "a" }])],
    ["a cut-off ZIP named docx", "docx", ooxmlOf(WORD).slice(0, 100)],
    ["the old Word format named docx", "docx", OLE],
    ["text named docx", "docx", bytes("PK hello")],
    ["a ZIP directory of zero bytes", "docx", altered("end", 12, 0)],
    ["a ZIP directory beyond the end of the file", "docx", altered("end", 16, 4_000_000_000)],
    [
      "a ZIP part that begins beyond the end of the file",
      "docx",
      altered("entry", 42, 4_000_000_000),
    ],
    [
      "a part that the end of the file cuts off",
      "docx",
      altered("entry", 42, ooxmlOf(WORD).length - 10),
    ],
    ["a ZIP part that ends beyond the end of the file", "docx", altered("entry", 20, 1_000_000)],
    ["a list of types without an end", "docx", ooxmlOf("macroEnabled".repeat(80_000), [], "")],
  ])("rejects %s as type_mismatch", async (_title, extension, file) => {
    expect((await verdictOf(extension, file)).rejectCode).toBe("type_mismatch");
  });
});

describe("judging files that may not be sent", () => {
  it.each<[string, string, string, Uint8Array]>([
    ["an encrypted PDF", "encrypted", "pdf", ENCRYPTED_PDF],
    [
      "a PDF with a direct encryption dictionary",
      "encrypted",
      "pdf",
      bytes("%PDF-1.4\n<</Encrypt<</V 2>>>>"),
    ],
    ["an encrypted Office file", "encrypted", "xlsx", ENCRYPTED_OFFICE],
    ["an encrypted OpenDocument", "encrypted", "odt", odfOf(ODT, "<manifest:encryption-data/>")],
    [
      "a ZIP with encrypted parts",
      "encrypted",
      "docx",
      ooxmlOf(WORD, [{ name: "word/a.xml", text: "x", isEncrypted: true }]),
    ],
    ["a macro-enabled document", "macro", "docx", ooxmlOf(MACRO_WORD)],
    ["a VBA project", "macro", "xlsx", ooxmlOf(EXCEL, [{ name: "xl/vbaProject.bin", text: "x" }])],
    [
      "an Excel 4 macro sheet",
      "macro",
      "xlsx",
      ooxmlOf(EXCEL, [{ name: "xl/macrosheets/sheet1.xml", text: "x" }]),
    ],
    [
      "an ActiveX control",
      "macro",
      "docx",
      ooxmlOf(WORD, [{ name: "word/activeX/activeX1.xml", text: "x" }]),
    ],
    [
      "OpenDocument Basic",
      "macro",
      "ods",
      odfOf(ODS, undefined, [{ name: "Basic/Standard/Module1.xml", text: "x" }]),
    ],
    ["an empty file", "file_empty", "pdf", new Uint8Array(0)],
  ])("rejects %s as %s", async (_title, code, extension, file) => {
    expect((await verdictOf(extension, file)).rejectCode).toBe(code);
  });

  it("rejects an object whose size differs from the declared size", async () => {
    const content = await readContent(streamOf(PDF));
    const verdict = await judge({
      extension: "pdf",
      expectedBytes: PDF.length + 1,
      content,
      read: async () => new Uint8Array(),
    });
    expect(verdict.rejectCode).toBe("file_size");
  });

  // S-5.13
  it("rejects a Word file whose list of types unpacks to 5 MB", async () => {
    const bomb = zipOf([
      { name: "[Content_Types].xml", text: " ".repeat(5_000_000), isDeflated: true },
    ]);
    expect((await verdictOf("docx", bomb)).rejectCode).toBe("type_mismatch");
  });
});

it.each([1, 2, 3, 7, 64, 65_536])(
  "judging chunks of %i bytes returns the same verdict as judging the whole file",
  async (piece) => {
    expect((await verdictOf("pdf", ENCRYPTED_PDF, piece)).rejectCode).toBe("encrypted");
    expect((await verdictOf("xlsx", ENCRYPTED_OFFICE, piece)).rejectCode).toBe("encrypted");
    expect((await verdictOf("docx", ooxmlOf(WORD), piece)).rejectCode).toBeUndefined();
    expect((await verdictOf("txt", bytes("Grüße €"), piece)).rejectCode).toBeUndefined();
  },
);

it("readContent hashes and measures a whole file, but keeps only its head and its tail in memory", async () => {
  const file = new Uint8Array(300_000).map((_, index) => index % 251);
  const content = await readContent(streamOf(file, 4096));
  expect(content.bytes).toBe(300_000);
  expect(content.sha256).toBe(createHash("sha256").update(file).digest("hex"));
  expect(content.head).toEqual(file.slice(0, 65_536));
  expect(content.tail).toEqual(file.slice(-65_557));
});
