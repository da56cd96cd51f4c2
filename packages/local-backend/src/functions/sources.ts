import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { BackendConfig } from "../config/schema.ts";

export interface FunctionSource {
  name: string;
  /** Absolute path of the file that Deno runs. */
  entrypoint: string;
  /** Absolute path of the import map or deno.json. Undefined if the function has none. */
  importMap: string | undefined;
  isJwtRequired: boolean;
}

/** The backend names folders after functions. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

const MAP_NAMES = ["deno.json", "deno.jsonc", "import_map.json"];

/** Returns undefined if the function does not exist or config.toml disables it. */
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

/** As in the CLI, Deno reads the package.json of a function that has no import map. */
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
 * Returns the absolute paths of the files that a function may import: its folder, the shared
 * folders, whose names begin with `_`, and the import map. Also returns `.env` and `.npmrc`.
 */
export function sourceFiles(projectDir: string, source: FunctionSource): string[] {
  const functions = join(projectDir, "functions");
  const found = new Set<string>();
  const visit = (path: string) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const name of readdirSync(path)) {
        if (name !== "node_modules") visit(join(path, name));
      }
    } else if (stat) found.add(path);
  };
  visit(source.entrypoint);
  visit(join(functions, source.name));
  if (source.importMap) visit(source.importMap);
  visit(join(functions, ".env"));
  visit(join(functions, ".npmrc"));
  for (const name of existsSync(functions) ? readdirSync(functions) : []) {
    if (name.startsWith("_")) visit(join(functions, name));
  }
  return [...found];
}

/** Changes when one of the files of `sourceFiles` changes. */
export function fingerprint(projectDir: string, source: FunctionSource): string {
  return sourceFiles(projectDir, source)
    .map((path) => {
      const { mtimeMs, size } = statSync(path);
      return `${path} ${mtimeMs} ${size}`;
    })
    .join("\n");
}
