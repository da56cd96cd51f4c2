import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { BackendConfig } from "../config/schema.ts";

export interface FunctionSource {
  name: string;
  /** Absolute path of the file that Deno runs. */
  entrypoint: string;
  /** Absolute path of the import map or deno.json, if there is one. */
  importMap: string | undefined;
  isJwtRequired: boolean;
}

/** Names become folder names. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** Undefined when it does not exist or config.toml disables it. */
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
        join(folder, "deno.json"),
        join(folder, "deno.jsonc"),
        join(projectDir, "functions", "deno.json"),
        join(projectDir, "functions", "import_map.json"),
      ].find((path) => existsSync(path));
  return { name, entrypoint, importMap, isJwtRequired: settings?.verify_jwt ?? true };
}

export function listFunctions(projectDir: string, config: BackendConfig): FunctionSource[] {
  const folder = join(projectDir, "functions");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return [...new Set([...names, ...Object.keys(config.functions)])]
    .map((name) => findFunction(projectDir, config, name))
    .filter((source) => source !== undefined);
}

const CONFIG_NAMES = ["deno.json", "deno.jsonc"];

/** deno.json is a configuration, other files are import maps. */
export function importMapOptions(source: FunctionSource): string[] {
  const { importMap } = source;
  if (importMap === undefined) return ["--no-config", "--no-lock"];
  const isConfig = CONFIG_NAMES.includes(basename(importMap));
  if (isConfig && !hasOtherConfig(source)) return ["--config", importMap];
  const lock = join(dirname(importMap), "deno.lock");
  const lockOptions = isConfig && existsSync(lock) ? ["--lock", lock] : ["--no-lock"];
  return ["--no-config", ...lockOptions, "--import-map", importMap];
}

/**
 * Deno 2.9 prefers the imports of a configuration in a folder above the function to those of a
 * given configuration. In this case only the import map is given.
 */
function hasOtherConfig({ entrypoint, importMap }: FunctionSource): boolean {
  for (let folder = dirname(entrypoint); ; folder = dirname(folder)) {
    const found = CONFIG_NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
    if (found.some((path) => path !== importMap)) return true;
    if (folder === dirname(folder)) return false;
  }
}

/**
 * Changes whenever a file that the function may import changes: its folder, the shared folders
 * beginning with `_`, the import map and `.env`.
 */
export function fingerprint(projectDir: string, source: FunctionSource): string {
  const functions = join(projectDir, "functions");
  const lines: string[] = [];
  const visit = (path: string) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const name of readdirSync(path)) {
        if (name !== "node_modules") visit(join(path, name));
      }
    } else if (stat) {
      lines.push(`${path} ${stat.mtimeMs} ${stat.size}`);
    }
  };
  visit(source.entrypoint);
  visit(join(functions, source.name));
  if (source.importMap) visit(source.importMap);
  visit(join(functions, ".env"));
  for (const name of existsSync(functions) ? readdirSync(functions) : []) {
    if (name.startsWith("_")) visit(join(functions, name));
  }
  return lines.join("\n");
}
