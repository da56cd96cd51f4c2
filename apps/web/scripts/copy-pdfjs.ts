// Copies the files that pdf.js loads to public/. Run it before `build` and `dev`.
import { cpSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const PARTS = ["build/pdf.worker.min.mjs", "wasm", "cmaps", "standard_fonts", "iccs"];

/** Dossier never runs scripts of a PDF, so it does not serve pdf.js's script interpreter. */
const INTERPRETER = /quickjs/i;

/**
 * Copies the files of the installed pdf.js version, and deletes the files of other versions.
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
