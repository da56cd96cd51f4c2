import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { BackendConfig } from "../config/schema.ts";
import { withImports } from "./project-modules.ts";
import { isWayOut } from "./readable.ts";

export interface FunctionSource {
  name: string;
  entrypoint: string;
  importMap: string | undefined;
  isJwtRequired: boolean;
}

/** The name must be safe in a path, because the backend creates folders with this name. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

const MAP_NAMES = ["deno.json", "deno.jsonc", "import_map.json"];

export function findFunction(
  projectDir: string,
  config: BackendConfig,
  name: string,
): FunctionSource | undefined {
  if (!NAME.test(name) || !config.edge_runtime.enabled) return undefined;
  const folder = join(projectDir, "functions", name);
  const settings = Object.hasOwn(config.functions, name) ? config.functions[name] : undefined;
  if (settings?.enabled === false) return undefined;
  const entrypoint = settings?.entrypoint
    ? resolve(projectDir, settings.entrypoint)
    : join(folder, "index.ts");
  if (!existsSync(entrypoint)) return undefined;
  const importMap = settings?.import_map
    ? resolve(projectDir, settings.import_map)
    : [
        ...[dirname(entrypoint), folder].flatMap((own) => MAP_NAMES.map((map) => join(own, map))),
        join(projectDir, "functions", "deno.json"),
        join(projectDir, "functions", "import_map.json"),
      ].find((path) => existsSync(path));
  return { name, entrypoint, importMap, isJwtRequired: settings?.verify_jwt ?? true };
}

/** As in the CLI, Deno reads package.json only if the function has no import map. */
export function usesPackageJson({ entrypoint, importMap }: FunctionSource): boolean {
  return importMap === undefined && existsSync(join(dirname(entrypoint), "package.json"));
}

export function listFunctions(projectDir: string, config: BackendConfig): FunctionSource[] {
  const folder = join(projectDir, "functions");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return [...new Set([...names, ...Object.keys(config.functions)])]
    .map((name) => findFunction(projectDir, config, name))
    .filter((source) => source !== undefined);
}

/**
 * Returns the files that affect a function: its own files, the import map, `.env`, `.npmrc`, the
 * shared folders (named `_…`), and all files that these import. Omits links to files that the
 * function cannot read.
 */
export function sourceFiles(projectDir: string, source: FunctionSource): string[] {
  const functions = join(projectDir, "functions");
  const paths = [
    ...[source.entrypoint, join(functions, source.name)],
    ...(source.importMap ? [source.importMap] : []),
    ...[join(functions, ".env"), join(functions, ".npmrc")],
  ];
  const found = filesBelow(functions, paths, (name) => name.startsWith("_"));
  return withImports(projectDir, found, source.importMap);
}

function filesBelow(
  functions: string,
  paths: readonly string[],
  isWantedEntry: (name: string) => boolean,
): string[] {
  const found = new Set<string>();
  const folders = new Set<string>();
  const visit = (path: string) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) {
      if (stat) found.add(path);
      return;
    }
    // Visit each folder only once, because a link may lead to a parent folder.
    const id = `${stat.dev} ${stat.ino}`;
    if (folders.has(id)) return;
    folders.add(id);
    visitEntries(path, (name) => name !== "node_modules");
  };
  const visitEntries = (folder: string, isWanted: (name: string) => boolean) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const isRead = !entry.isSymbolicLink() || !isWayOut(functions, path);
      if (isWanted(entry.name) && isRead) visit(path);
    }
  };
  for (const path of paths) visit(path);
  if (existsSync(functions)) visitEntries(functions, isWantedEntry);
  return [...found];
}

export function fingerprint(projectDir: string, source: FunctionSource): string {
  return stampsOf(sourceFiles(projectDir, source));
}

/** Includes files that are never imported, because a function may read them while it loads. */
export function folderFingerprint(projectDir: string): string {
  const functions = join(projectDir, "functions");
  return stampsOf(filesBelow(functions, [], (name) => name !== "node_modules"));
}

const stampsOf = (paths: readonly string[]) =>
  paths
    .map((path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      return `${path} ${stat?.mtimeMs} ${stat?.size}`;
    })
    .join("\n");
