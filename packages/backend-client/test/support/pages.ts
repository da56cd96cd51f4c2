import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Page {
  path: string;
  text: string;
}

export function readPages(): Page[] {
  const paths = ["README.md", ...globSync("docs/*.md", { cwd: root }).sort()];
  return paths.map((path) => ({ path, text: readFileSync(`${root}${path}`, "utf8") }));
}

export const FRAMEWORKS_PAGE = "docs/frameworks.md";

/** A line `// lib/backend.ts` in a program starts a file of that name. */
export function programsOf(pages: readonly Page[]): Map<string, string> {
  const text = pages.map((page) => page.text).join("\n");
  const files = new Map<string, string>();
  for (const [index, [, kind, program = ""]] of [
    ...text.matchAll(/^```(tsx?)\n(.*?)^```$/gms),
  ].entries()) {
    const parts = program.split(/^\/\/ ([\w@./[\]-]+\.m?tsx?)(?::.*)?\n/m);
    if (parts[0]?.trim()) files.set(`program-${index + 1}.${kind}`, parts[0]);
    for (let at = 1; at < parts.length; at += 2) {
      const name = parts[at] ?? "";
      // A second example of the same file must not replace the first one.
      files.set(files.has(name) ? `example-${index + 1}/${name}` : name, parts[at + 1] ?? "");
    }
  }
  return files;
}
