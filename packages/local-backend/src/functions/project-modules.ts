import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { parse } from "jsonc-parser";
import { z } from "zod";
import { contains, withoutLinks } from "../config/real-path.ts";

/**
 * Matches the file names of ES modules. `.cjs` and `.cts` files are excluded, because CommonJS
 * loads modules at run time.
 */
const MODULE = /\.(?:[jt]sx?|m[jt]s)$/;

/**
 * Returns the folder whose modules `supabase functions deploy` bundles: the folder that contains
 * `supabase/`. If `projectDir` has another name, returns `projectDir` itself.
 */
function projectRoot(projectDir: string): string {
  const real = withoutLinks(projectDir);
  return basename(real) === "supabase" ? dirname(real) : real;
}

/**
 * Returns whether the folder is a data directory of a local backend. A data directory contains
 * keys, and a `.gitignore` that ignores everything in it.
 */
function isDataDirectory(folder: string): boolean {
  const ignore = join(folder, ".gitignore");
  return (
    existsSync(join(folder, "keys.json")) &&
    existsSync(ignore) &&
    readFileSync(ignore, "utf8").trim() === "*"
  );
}

/**
 * Returns whether a file outside `functions/` is code of the project that a function may import.
 * Returns false for hidden files, such as `.env`, for files in hidden folders or in a data
 * directory, and for files that are not ES modules.
 * @param path path without links
 */
export function isProjectModule(projectDir: string, path: string): boolean {
  const root = projectRoot(projectDir);
  if (!contains(root, path) || !MODULE.test(path)) return false;
  if (
    relative(root, path)
      .split(sep)
      .some((name) => name.startsWith("."))
  )
    return false;
  for (let folder = dirname(path); contains(root, folder); folder = dirname(folder)) {
    if (isDataDirectory(folder)) return false;
    if (folder === dirname(folder)) break;
  }
  return true;
}

const RELATIVE = /^\.{1,2}\//;
const IMPORT = /\b(?:from|import)\s*\(?\s*["'`]([^"'`\s]+)["'`]/g;

/**
 * Maps the path of a file to its imports. `stamp` is the file's modification time and size when it
 * was read.
 */
const known = new Map<string, { stamp: string; specifiers: readonly string[] }>();

function specifiersOf(path: string): readonly string[] {
  const { mtimeMs, size } = statSync(path);
  const stamp = `${mtimeMs} ${size}`;
  const before = known.get(path);
  if (before?.stamp === stamp) return before.specifiers;
  const text = readFileSync(path, "utf8");
  const specifiers = [...text.matchAll(IMPORT)].map(([, specifier]) => specifier ?? "");
  known.set(path, { stamp, specifiers });
  return specifiers;
}

const mapFile = z.object({ imports: z.record(z.string(), z.string()).default({}) });

/** Returns a function that resolves a specifier by the `imports` of an import map or deno.json. */
function resolverOf(importMap: string | undefined): (specifier: string) => string | undefined {
  if (importMap === undefined || !existsSync(importMap)) return () => undefined;
  const map = mapFile.safeParse(parse(readFileSync(importMap, "utf8")));
  const entries = Object.entries(map.success ? map.data.imports : {});
  return (specifier) => {
    const [name, address] =
      entries.find(([key]) => key === specifier) ??
      entries.find(([key]) => key.endsWith("/") && specifier.startsWith(key)) ??
      [];
    if (name === undefined || address === undefined || !RELATIVE.test(address)) return undefined;
    return (
      resolve(dirname(importMap), address) +
      specifier.slice(name.length - (name.endsWith("/") ? 1 : 0))
    );
  };
}

/**
 * Returns the given files and the files of the project that they import, directly or indirectly. An
 * edit of any of these files applies to the next call. This function does not decide which files a
 * function may import: imports.ts does.
 */
export function withImports(
  projectDir: string,
  files: readonly string[],
  importMap: string | undefined,
): string[] {
  const functions = join(projectDir, "functions");
  const resolveMapped = resolverOf(importMap);
  const realFunctions = withoutLinks(functions);
  const found = new Set(files);
  const isReadable = (target: string, path: string) =>
    contains(functions, target)
      ? contains(realFunctions, path) && statSync(path).isFile()
      : isProjectModule(projectDir, path);
  const visit = (file: string) => {
    for (const specifier of specifiersOf(file)) {
      const target = RELATIVE.test(specifier)
        ? resolve(dirname(file), specifier)
        : resolveMapped(specifier);
      if (target === undefined || found.has(target) || !existsSync(target)) continue;
      const path = withoutLinks(target);
      if (found.has(path) || !isReadable(target, path)) continue;
      found.add(path);
      if (MODULE.test(path)) visit(path);
    }
  };
  for (const file of files) if (MODULE.test(file)) visit(file);
  return [...found];
}
