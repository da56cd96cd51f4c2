import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { contains, withoutLinks } from "../config/real-path.ts";

export function isWayOut(folder: string, path: string): boolean {
  try {
    return !contains(withoutLinks(folder), realpathSync.native(path));
  } catch {
    // The target does not exist yet, and may later be outside the folder.
    return true;
  }
}

interface Readable {
  paths: string[];
  /** A link that leads out of the folder. */
  wayOut?: string;
}

/**
 * Deno checks the path of a link, not its target. If a link leads out of the folder, a function may
 * read only those parts of the folder that contain no links, because another link may lead to the
 * one that leads out. `--deny-read` for that link would not be enough on a file system that ignores
 * case.
 *
 * In this case, a `node_modules` folder with links is left out completely, because it may contain
 * thousands of links.
 */
export function readablePaths(folder: string): Readable {
  const links = findLinks(folder);
  const wayOut = links.find((link) => isWayOut(folder, link));
  if (wayOut === undefined) return { paths: [folder] };
  const isLink = new Set(links);
  const withLinks = new Set<string>();
  for (const link of links) {
    for (let path = dirname(link); !withLinks.has(path); path = dirname(path)) withLinks.add(path);
  }
  const partsOf = (path: string): string[] => {
    if (isLink.has(path)) return [];
    if (!withLinks.has(path)) return [path];
    if (basename(path) === "node_modules") return [];
    return readdirSync(path).flatMap((name) => partsOf(join(path, name)));
  };
  return { paths: partsOf(folder), wayOut };
}

function findLinks(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return [path];
    return entry.isDirectory() ? findLinks(path) : [];
  });
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // The function runs under the same account, so it cannot read this folder either.
    return [];
  }
}
