import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ParseError, parse } from "jsonc-parser";
import { z } from "zod";
import { findKnownModules, NO_CODE, onNpm, RUNTIME_TYPES } from "./known-modules.ts";
import { type FunctionSource, sourceFiles, usesPackageJson } from "./sources.ts";

const addresses = z.record(z.string(), z.string());

const mapFile = z.object({
  imports: addresses.default({}),
  scopes: z.record(z.string(), addresses).default({}),
  compilerOptions: z.unknown().optional(),
  unstable: z.unknown().optional(),
});

type MapFile = z.infer<typeof mapFile>;

export class ImportMapError extends Error {
  override readonly name = "ImportMapError";
}

const CONFIG_NAMES = ["deno.json", "deno.jsonc"];
const isConfig = (path: string) => CONFIG_NAMES.includes(basename(path));

function readMapFile(path: string): MapFile {
  const errors: ParseError[] = [];
  const value: unknown = parse(readFileSync(path, "utf8"), errors, { allowTrailingComma: true });
  const result = mapFile.safeParse(value);
  if (errors.length > 0) throw new ImportMapError(`${path} is not valid JSON`);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ImportMapError(`${path} at ${issue?.path.join(".")}: ${issue?.message}`);
}

/** Resolves relative URLs, because the import map is written to another folder. */
function resolveAddresses(
  imports: Readonly<Record<string, string>>,
  base: string,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, address] of Object.entries(imports)) {
    const isRelative = /^\.{0,2}\//.test(address);
    const target = isRelative ? new URL(address, base).href : (onNpm(address) ?? address);
    result[/^\.{0,2}\//.test(name) ? new URL(name, base).href : name] = target;
    // In deno.json, an entry also applies to the package's subpaths. An import map needs a second
    // entry.
    const isPackage = /^(npm|jsr):[^/]/.test(target) && !name.endsWith("/");
    if (isPackage) result[`${name}/`] ??= `${target.replace(":", ":/")}/`;
    if (/^npm:@supabase\/functions-js(@|$)/.test(target))
      result[`${name}/${RUNTIME_TYPES}`] ??= NO_CODE;
  }
  return result;
}

const readSources = (files: readonly string[]): string[] =>
  files.filter((file) => /\.[cm]?[jt]sx?$/.test(file)).map((file) => readFileSync(file, "utf8"));

/** Deno 2.9 ignores the imports of a file in `--config` if it finds another configuration file. */
function hasOtherConfig({ entrypoint, importMap }: FunctionSource): boolean {
  for (let folder = dirname(entrypoint); ; folder = dirname(folder)) {
    const found = CONFIG_NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
    if (found.some((path) => path !== importMap)) return true;
    if (folder === dirname(folder)) return false;
  }
}

/** Deno reads `.npmrc` only next to its configuration, so the caller copies this file there. */
function findNpmrc(projectDir: string, { entrypoint, name }: FunctionSource): string | undefined {
  const functions = join(projectDir, "functions");
  return [dirname(entrypoint), join(functions, name), functions]
    .map((folder) => join(folder, ".npmrc"))
    .find((path) => existsSync(path));
}

export function importOptions(
  source: FunctionSource,
  { projectDir, folder }: { projectDir: string; folder: string },
): string[] {
  const { importMap } = source;
  const known = findKnownModules(readSources(sourceFiles(projectDir, source)));
  const hasKnown = Object.keys(known).length > 0;
  const npmrc = findNpmrc(projectDir, source);
  const isPackage = usesPackageJson(source);
  if (importMap === undefined && !hasKnown && npmrc === undefined && !isPackage) {
    return ["--no-config", "--no-lock"];
  }
  const empty: MapFile = { imports: {}, scopes: {} };
  const own = importMap === undefined ? empty : readMapFile(importMap);
  const targets = [own.imports, ...Object.values(own.scopes)].flatMap(Object.values<string>);
  const isChanged = hasKnown || targets.some((address) => onNpm(address) !== undefined);
  const isOnlyConfig = importMap !== undefined && isConfig(importMap) && !hasOtherConfig(source);
  const isNpmrcRead = npmrc === undefined || dirname(npmrc) === dirname(importMap ?? "");
  if (isOnlyConfig && !isChanged && isNpmrcRead) return ["--config", importMap];

  const base = pathToFileURL(importMap ?? join(projectDir, "functions", "/")).href;
  const scopes = Object.entries(own.scopes).map(([scope, imports]) => [
    new URL(scope, base).href,
    resolveAddresses(imports, base),
  ]);
  const map = {
    imports: { ...known, ...resolveAddresses(own.imports, base) },
    scopes: Object.fromEntries(scopes),
  };
  const { compilerOptions, unstable } = own;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, value: unknown): string => {
    writeFileSync(join(folder, name), JSON.stringify(value, null, 2));
    return join(folder, name);
  };
  if (isPackage) {
    return ["--no-lock", ...(hasKnown ? ["--import-map", write("import_map.json", map)] : [])];
  }
  rmSync(join(folder, ".npmrc"), { force: true });
  // Only this account may read the copy, because `.npmrc` may contain tokens.
  if (npmrc) writeFileSync(join(folder, ".npmrc"), readFileSync(npmrc), { mode: 0o600 });
  const lock = join(dirname(importMap ?? folder), "deno.lock");
  // If imports were changed, Deno would write the replacement packages to the project's lock file.
  const isLocked = importMap !== undefined && isConfig(importMap) && !isChanged && existsSync(lock);
  return [
    ...(isLocked ? ["--lock", lock] : ["--no-lock"]),
    ...["--config", write("deno.json", { compilerOptions, unstable })],
    ...["--import-map", write("import_map.json", map)],
  ];
}
