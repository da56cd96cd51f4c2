import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";

/** Resolves symbolic links. The last folders of the path need not exist. */
export function withoutLinks(path: string): string {
  try {
    // On a file system that ignores case, the native version also corrects the case of the names.
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(withoutLinks(parent), basename(path));
  }
}

export function contains(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}
