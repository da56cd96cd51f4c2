import { expect, test } from "vitest";
import {
  acceptAttribute,
  acceptedExtensions,
  acceptsPhotos,
  CANONICAL_TYPES,
  cleanFileName,
  extensionOf,
  refusalOf,
} from "@/features/files/schema";

test("extensionOf returns the last extension of a file name in lowercase, or an empty string if there is none", () => {
  expect(extensionOf("Report.final.PDF")).toBe("pdf");
  expect(extensionOf(".hidden")).toBe("");
  expect(extensionOf("none")).toBe("");
});

// S-5.11
test("cleanFileName removes the path, control characters and bidirectional characters", () => {
  expect(cleanFileName("C:\\fakepath\\a/b/Lo\u202efdp.exe\u0000.pdf")).toBe("Lofdp.exe.pdf");
  expect(cleanFileName("../../")).toBe("file");
});

test("cleanFileName truncates a long name to 200 characters and keeps its extension", () => {
  const name = cleanFileName(`${"é".repeat(300)}.pdf`);
  expect([...name]).toHaveLength(200);
  expect(name.endsWith(".pdf")).toBe(true);
});

// S-5.12
test("an item accepts files of every supported type by default, and only files of the chosen groups if its types are limited", () => {
  expect(acceptedExtensions([])).toEqual(Object.keys(CANONICAL_TYPES));
  expect(acceptedExtensions(["pdf", "document"])).toEqual(["pdf", "docx", "odt", "pptx"]);
});

test("acceptAttribute lists the extensions and MIME types of the accepted file types", () => {
  expect(acceptAttribute(["pdf"])).toBe(".pdf,application/pdf");
});

test("an item for images accepts HEIC files, although acceptAttribute omits HEIC", () => {
  expect(acceptAttribute(["image"])).not.toMatch(/hei[cf]/);
  expect(acceptAttribute([])).not.toMatch(/hei[cf]/);
  expect(refusalOf({ name: "scan.heic", size: 10 }, ["image"])).toBeNull();
});

test.each([
  ["a.exe", 10, "file_type"],
  ["a.png", 10, "file_type"],
  ["a.pdf", 0, "file_empty"],
  ["a.pdf", 104_857_601, "file_size"],
  ["A.PDF", 104_857_600, null],
])("refusalOf returns the error for a file named %s of %d bytes: %s", (name, size, code) => {
  expect(refusalOf({ name, size }, ["pdf"])).toBe(code);
});

test("acceptsPhotos returns true only if the item accepts images", () => {
  expect(acceptsPhotos([])).toBe(true);
  expect(acceptsPhotos(["pdf", "image"])).toBe(true);
  expect(acceptsPhotos(["pdf", "spreadsheet"])).toBe(false);
});

// S-5.11
test("cleanFileName keeps zero-width joiners, and removes other invisible characters", () => {
  expect(cleanFileName("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.pdf")).toBe(
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.pdf",
  );
  expect(cleanFileName("\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.png")).toBe(
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.png",
  );
  expect(cleanFileName("a\u200bb\u200e\u200fc.pdf")).toBe("abc.pdf");
});
