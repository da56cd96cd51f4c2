import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { parse } from "jsonc-parser";
import { z } from "zod";
import { contains, withoutLinks } from "../config/real-path.ts";

/** Excludes `.cjs` and `.cts`, because CommonJS loads its modules at run time. */
const MODULE = /\.(?:[jt]sx?|m[jt]s)$/;

/** `supabase functions deploy` bundles modules in the folder that contains `supabase/`. */
function projectRoot(projectDir: string): string {
  const real = withoutLinks(projectDir);
  return basename(real) === "supabase" ? dirname(real) : real;
}

function isDataDirectory(folder: string): boolean {
  const ignore = join(folder, ".gitignore");
  return (
    existsSync(join(folder, "keys.json")) &&
    existsSync(ignore) &&
    readFileSync(ignore, "utf8").trim() === "*"
  );
}

/** @param path a path without symbolic links */
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
 * Adds the files that `files` import, so that edits of these files apply to the next call.
 * imports.ts decides which imports a function may use.
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
