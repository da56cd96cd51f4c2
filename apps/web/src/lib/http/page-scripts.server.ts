import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const known = new Map<string, ReadonlySet<string>>();

/** Reads the URLs of a page's scripts from the build. Next has no documented API for this list. */
function scriptsOf(page: string): ReadonlySet<string> {
  const list = join(
    /* turbopackIgnore: true */ process.cwd(),
    ".next/server/app",
    `${page}_client-reference-manifest.js`,
  );
  let scripts = known.get(page);
  if (!scripts) {
    try {
      scripts = new Set(readFileSync(list, "utf8").match(/\/_next\/static\/chunks\/[\w.~-]+\.js/g));
    } catch {
      scripts = new Set();
    }
    known.set(page, scripts);
  }
  return scripts;
}

/**
 * Returns the scripts that a page needs and another page does not load, so that the other page can
 * prefetch them. Returns no scripts in development, or if the build contains no list of scripts for
 * `page`.
 * @param page the page's file in `app`, such as `/(public)/help/page`
 */
export function scriptsBeyond(page: string, other: string): string[] {
  if (process.env.NODE_ENV !== "production") return [];
  const loaded = scriptsOf(other);
  return [...scriptsOf(page)].filter((script) => !loaded.has(script));
}
