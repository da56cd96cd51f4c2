import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { contains, withoutLinks } from "../config/real-path.ts";

export function isWayOut(folder: string, path: string): boolean {
  try {
    return !contains(withoutLinks(folder), realpathSync.native(path));
  } catch {
    // The target does not exist yet. When it is created, it may be outside the folder.
    return true;
  }
}

interface Readable {
  paths: string[];
  /** Path of a link that leads out of the folder. */
  wayOut?: string;
}

/**
 * Deno checks the path of a link, not its target. If a link leads out of the folder, a function may
 * therefore read only the parts of the folder without links. Denying only that link would not
 * suffice: another link may lead to it, and the file system may ignore case.
 * A `node_modules` folder with links is then excluded completely, because it may contain thousands
 * of links.
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
    // The function has the same account, so it cannot read this folder either.
    return [];
  }
}
