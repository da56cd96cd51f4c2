import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ParseError, parse } from "jsonc-parser";
import { z } from "zod";
import { type FunctionSource, sourceFiles } from "./sources.ts";

const addresses = z.record(z.string(), z.string());

/** The parts of a deno.json or of an import map that a function needs to run. */
const mapFile = z.object({
  imports: addresses.default({}),
  scopes: z.record(z.string(), addresses).default({}),
  compilerOptions: z.unknown().optional(),
  unstable: z.unknown().optional(),
});

type MapFile = z.infer<typeof mapFile>;

/** An import map or deno.json is not valid. */
export class ImportMapError extends Error {
  override readonly name = "ImportMapError";
}

const CONFIG_NAMES = ["deno.json", "deno.jsonc"];
const isConfig = (path: string) => CONFIG_NAMES.includes(basename(path));

/** The packages that Supabase publishes on JSR and, in the same versions, on npm. */
const JSR = /jsr:\/?(@supabase\/[^"'`\s]+)/;
const JSR_ANYWHERE = new RegExp(`["'\`](${JSR.source})["'\`]`, "g");
/** A file of types only, which the templates of the CLI import. The npm package does not have it. */
const TYPES_ONLY = "edge-runtime.d.ts";
const IS_TYPES_ONLY = /^@supabase\/functions-js(@[^/]*)?\/edge-runtime\.d\.ts$/;
const NO_CODE = "data:text/typescript,export {}";

/** Returns the address on npm of a package on JSR, and every other address unchanged. */
function onNpm(address: string): string {
  const path = new RegExp(`^${JSR.source}$`).exec(address)?.[1];
  if (path === undefined) return address;
  if (IS_TYPES_ONLY.test(path)) return NO_CODE;
  return address.endsWith("/") ? `npm:/${path}` : `npm:${path}`;
}

function readMapFile(path: string): MapFile {
  const errors: ParseError[] = [];
  const value: unknown = parse(readFileSync(path, "utf8"), errors, { allowTrailingComma: true });
  const result = mapFile.safeParse(value);
  if (errors.length > 0) throw new ImportMapError(`${path} is not valid JSON`);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ImportMapError(`${path} at ${issue?.path.join(".")}: ${issue?.message}`);
}

/** Makes the addresses independent of the place of the file, and uses npm where it has the package. */
function resolveAddresses(
  imports: Readonly<Record<string, string>>,
  base: string,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, address] of Object.entries(imports)) {
    const isRelative = /^\.{0,2}\//.test(address);
    const target = onNpm(isRelative ? new URL(address, base).href : address);
    result[/^\.{0,2}\//.test(name) ? new URL(name, base).href : name] = target;
    // As in deno.json: the name of a package is also the name of its folder.
    const isPackage = /^(npm|jsr):[^/]/.test(target) && !name.endsWith("/");
    if (isPackage) result[`${name}/`] ??= `${target.replace(":", ":/")}/`;
    if (/^npm:@supabase\/functions-js(@|$)/.test(target))
      result[`${name}/${TYPES_ONLY}`] ??= NO_CODE;
  }
  return result;
}

/** The packages of Supabase on JSR that the files of a function import. */
function findJsrImports(files: readonly string[]): string[] {
  const texts = files
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
    .map((file) => readFileSync(file, "utf8"));
  const found = texts.flatMap((text) => [...text.matchAll(JSR_ANYWHERE)].map(([, name]) => name));
  return [...new Set(found)].filter((name) => name !== undefined);
}

/**
 * Deno 2.9 prefers the imports of a configuration in a folder above the function to those of a
 * given configuration, but not to those of a given import map.
 */
function hasOtherConfig({ entrypoint, importMap }: FunctionSource): boolean {
  for (let folder = dirname(entrypoint); ; folder = dirname(folder)) {
    const found = CONFIG_NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
    if (found.some((path) => path !== importMap)) return true;
    if (folder === dirname(folder)) return false;
  }
}

/**
 * Returns Deno's options for the imports of a function. Where Deno cannot use the function's own
 * file as it is, an import map and a configuration are written to `folder`.
 * @throws ImportMapError if the import map or deno.json is not valid
 */
export function importOptions(
  source: FunctionSource,
  { projectDir, folder }: { projectDir: string; folder: string },
): string[] {
  const { importMap } = source;
  const jsr = findJsrImports(sourceFiles(projectDir, source));
  if (importMap === undefined && jsr.length === 0) return ["--no-config", "--no-lock"];
  const empty: MapFile = { imports: {}, scopes: {} };
  const own = importMap === undefined ? empty : readMapFile(importMap);
  const usesJsr = jsr.length > 0 || JSR.test(JSON.stringify([own.imports, own.scopes]));
  const isOnlyConfig = importMap !== undefined && isConfig(importMap) && !hasOtherConfig(source);
  if (isOnlyConfig && !usesJsr) return ["--config", importMap];

  const base = pathToFileURL(importMap ?? join(projectDir, "functions", "/")).href;
  const builtIn = Object.fromEntries(jsr.map((name) => [name, onNpm(name)]));
  const scopes = Object.entries(own.scopes).map(([scope, imports]) => [
    new URL(scope, base).href,
    resolveAddresses(imports, base),
  ]);
  const map = {
    imports: { ...builtIn, ...resolveAddresses(own.imports, base) },
    scopes: Object.fromEntries(scopes),
  };
  const { compilerOptions, unstable } = own;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, value: unknown): string => {
    writeFileSync(join(folder, name), JSON.stringify(value, null, 2));
    return join(folder, name);
  };
  const lock = join(dirname(importMap ?? folder), "deno.lock");
  // Deno would write the packages of npm to it.
  const isLocked = importMap !== undefined && isConfig(importMap) && !usesJsr && existsSync(lock);
  return [
    ...(isLocked ? ["--lock", lock] : ["--no-lock"]),
    ...["--config", write("deno.json", { compilerOptions, unstable })],
    ...["--import-map", write("import_map.json", map)],
  ];
}
