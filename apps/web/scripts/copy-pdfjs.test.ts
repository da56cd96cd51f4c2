import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, expect, test } from "vitest";
import { pdfAssets } from "@/features/review/viewer/assets";
import { copyPdfjs } from "./copy-pdfjs";

const folder = mkdtempSync(join(tmpdir(), "pdfjs-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("copyPdfjs copies the files that pdf.js requests, and deletes the files of other versions", () => {
  mkdirSync(join(folder, "pdfjs", "0.0.1"), { recursive: true });
  expect(copyPdfjs(folder)).toBe(version);
  expect(readdirSync(join(folder, "pdfjs"))).toEqual([version]);
  const { workerSrc, options } = pdfAssets(version);
  for (const file of [
    workerSrc,
    `${options.wasmUrl}jbig2.wasm`,
    `${options.wasmUrl}openjpeg.wasm`,
    `${options.wasmUrl}qcms_bg.wasm`,
    `${options.cMapUrl}UniGB-UCS2-H.bcmap`,
    `${options.standardFontDataUrl}FoxitDingbats.pfb`,
    `${options.iccUrl}CGATS001Compat-v2-micro.icc`,
  ]) {
    expect(existsSync(join(folder, file)), file).toBe(true);
  }
});

test("copyPdfjs does not copy the interpreter for scripts in a PDF", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /quickjs|sandbox/i.test(file))).toEqual([]);
});
