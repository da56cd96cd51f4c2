import { readFileSync } from "node:fs";

/** The first line of a block names its file: `// app/page.tsx` or `<!-- src/page.svelte -->`. */
const BLOCK = /^```(?:tsx?|json|svelte)\n(?:\/\/ (\S+)|<!-- (\S+) -->)\n(.*?)^```$/gms;

export function quickstartFiles(name: string): Map<string, string> {
  const page = new URL(`../../docs/quickstarts/${name}.md`, import.meta.url);
  const files = new Map<string, string>();
  for (const [, line, tag, text = ""] of readFileSync(page, "utf8").matchAll(BLOCK)) {
    const path = line ?? tag ?? "";
    if (files.has(path)) throw new Error(`${name}.md has two files ${path}.`);
    files.set(path, text);
  }
  return files;
}
