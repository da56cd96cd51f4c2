import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CANONICAL_TYPES } from "@/features/files/schema";
import { FilePreview } from "@/features/review/components/file-preview";
import { strings } from "@/features/review/strings";
import type { ReviewFile } from "@/features/review/types";

const SHA256 = "ab".repeat(32);

const show = (extension: string, change: Partial<ReviewFile> = {}) =>
  renderToStaticMarkup(
    <FilePreview
      file={{
        id: "f1",
        name: `paper.${extension}`,
        bytes: 2_048,
        mime: CANONICAL_TYPES[extension] ?? "",
        status: "ready",
        sha256: SHA256,
        createdAt: "2026-01-15T10:00:00Z",
        uploaderKind: "contact",
        uploaderName: "Ruth Bramble",
        ...change,
      }}
    />,
  );

const DOWNLOAD = '<a href="/files/f1?download"';

// S-2.27
test("shows images as images and offers every checked file for download", () => {
  for (const extension of Object.keys(CANONICAL_TYPES)) {
    const isPicture = ["png", "jpg", "jpeg", "webp"].includes(extension);
    const markup = show(extension);
    expect(markup.includes('<img src="/files/f1"'), extension).toBe(isPicture);
    expect(markup.includes(DOWNLOAD), extension).toBe(true);
    const hasNone = !isPicture && extension !== "pdf";
    expect(markup.includes(strings.noPreview), extension).toBe(hasNone);
  }
});

test("neither shows nor offers a file that is uploading, being checked, rejected or failed", () => {
  for (const status of ["uploading", "checking", "rejected", "failed"] as const) {
    const markup = show("png", { status, sha256: null });
    expect(markup, status).not.toContain("/files/f1");
  }
});

// S-1.10
test("shows the sender and fingerprint of each file, and says that no file was virus-scanned", () => {
  const markup = show("docx");
  expect(markup).toContain("Ruth Bramble");
  expect(markup).toContain(SHA256);
  expect(markup).toContain(strings.notScanned);
});
