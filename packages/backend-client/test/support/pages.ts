import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Page {
  /** Relative to the package, such as `docs/next.md`. */
  path: string;
  text: string;
}

/** Returns the README and its pages, without the pages of single errors. */
export function readPages(): Page[] {
  const paths = ["README.md", ...globSync("docs/*.md", { cwd: root }).sort()];
  return paths.map((path) => ({ path, text: readFileSync(`${root}${path}`, "utf8") }));
}
