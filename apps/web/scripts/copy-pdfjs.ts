// Puts what pdf.js loads while it draws under public/, where Next serves it: run before build and dev.
import { cpSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The worker, the decoders, and what fonts and colours need that a file does not bring along. */
const PARTS = ["build/pdf.worker.min.mjs", "wasm", "cmaps", "standard_fonts", "iccs"];

/** The interpreter for scripts inside a PDF. We never run those: it is not even served. */
const INTERPRETER = /quickjs/i;

/**
 * Copies the files of the installed pdf.js to `pdfjs/<version>` in a folder, and removes those of
 * other versions.
 * @returns the version
 */
export function copyPdfjs(to: string): string {
  const source = dirname(fileURLToPath(import.meta.resolve("pdfjs-dist/package.json")));
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(source, "package.json"), "utf8"),
  );
  rmSync(join(to, "pdfjs"), { recursive: true, force: true });
  for (const part of PARTS) {
    cpSync(join(source, part), join(to, "pdfjs", version, part), {
      recursive: true,
      filter: (file) => !INTERPRETER.test(basename(file)),
    });
  }
  return version;
}

if (import.meta.main) {
  copyPdfjs(fileURLToPath(new URL("../public", import.meta.url)));
}
