import { expect, test } from "vitest";
import { contentDisposition, fileHeaders } from "@/lib/http/file-response";

// S-2.29
test("fileHeaders puts a client's file in a sandbox, and prevents MIME sniffing and caching", () => {
  const headers = fileHeaders({ mime: "image/png", charset: null });
  expect(headers.get("content-security-policy")).toMatch(/^sandbox;/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("private, no-store");
});

test("fileHeaders serves a CSV file as plain text in its detected encoding", () => {
  const typeOf = (charset: string | null) =>
    fileHeaders({ mime: "text/csv", charset }).get("content-type");
  expect(typeOf("utf-8")).toBe("text/plain; charset=utf-8");
  expect(typeOf("windows-1252")).toBe("text/plain; charset=windows-1252");
  expect(typeOf(null)).toBe("text/plain");
});

test("contentDisposition lets browsers show a PNG image, and makes them download a PDF or a CSV file", () => {
  expect(contentDisposition({ name: "a.png", mime: "image/png" })).toMatch(/^inline/);
  expect(contentDisposition({ name: "a.pdf", mime: "application/pdf" })).toMatch(/^attachment/);
  expect(contentDisposition({ name: "a.csv", mime: "text/csv" })).toMatch(/^attachment/);
});

// S-2.29
test("contentDisposition sends a file as an attachment when a download is requested, even an image", () => {
  expect(contentDisposition({ name: "a.png", mime: "image/png", isDownload: true })).toMatch(
    /^attachment/,
  );
  expect(contentDisposition({ name: "a.txt", mime: "text/plain", isDownload: true })).toMatch(
    /^attachment/,
  );
});

test("contentDisposition sends a file name with accented letters in a header without line breaks", () => {
  const header = contentDisposition({ name: 'Zo\u00eb "1"\r\n.pdf', mime: "application/pdf" });
  expect(header).not.toMatch(/[\r\n]/);
  expect(header).toContain('filename="Zo_ _1___.pdf"');
  expect(header).toContain("filename*=UTF-8''Zo%C3%AB%20%221%22");
});
