import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Variables } from "../config/variables.js";
import { readWorkerVariables } from "./wrangler.js";

export type Mode = "development" | "production" | "test";

export interface Environment {
  mode: Mode;
  variables: Variables;
  sourceOf(name: string): string;
  files: readonly string[];
}

/** The files that Next reads, the most important first. In test mode, Next ignores `.env.local`. */
function fileNames(mode: Mode): string[] {
  const local = mode === "test" ? [] : [".env.local"];
  return [`.env.${mode}.local`, ...local, `.env.${mode}`, ".env"];
}

const REFERENCE = /\\\$|\$\{([A-Za-z_]\w*)(?::?-([^}]*))?\}|\$([A-Za-z_]\w*)/g;

function expand(text: string, read: (name: string) => string | undefined, depth = 0): string {
  return text.replace(REFERENCE, (all, braced?: string, otherwise?: string, plain?: string) => {
    const name = braced ?? plain;
    if (name === undefined) return "$";
    if (depth > 10) return all;
    const value = read(name) || otherwise || "";
    return expand(value, read, depth + 1);
  });
}

interface Source {
  file: string;
  parsed: Variables;
  isExpanded: boolean;
}

const WORKER_FILE = ".dev.vars";

/**
 * Returns the sources in order of precedence. The `vars` of Wrangler's configuration come first in
 * production and last in the other modes.
 */
function readSources(dir: string, mode: Mode): Source[] {
  const isThere = (file: string) => existsSync(join(dir, file));
  const parse = (file: string, isExpanded: boolean): Source => {
    return { file, parsed: parseEnv(readFileSync(join(dir, file), "utf8")), isExpanded };
  };
  const env = fileNames(mode)
    .filter(isThere)
    .map((file) => parse(file, true));
  const worker = readWorkerVariables(dir);
  const vars = worker ? [{ file: worker.file, parsed: worker.vars, isExpanded: false }] : [];
  if (mode === "production") return [...vars, ...env];
  // Wrangler does not expand references in .dev.vars.
  return [...[WORKER_FILE].filter(isThere).map((file) => parse(file, false)), ...env, ...vars];
}

export function readEnvironment(dir: string, given: Variables, mode: Mode): Environment {
  const sources = readSources(dir, mode);
  const found = new Map<string, { text: string; file: string }>();
  for (const { file, parsed, isExpanded } of sources) {
    const read = (name: string) => given[name] ?? found.get(name)?.text ?? parsed[name];
    for (const [name, text] of Object.entries(parsed)) {
      if (given[name] === undefined && text !== undefined && !found.has(name)) {
        found.set(name, { text: isExpanded ? expand(text, read) : text, file });
      }
    }
  }
  const fromFiles = [...found].map(([name, { text }]) => [name, text] as const);
  return {
    mode,
    files: sources.map(({ file }) => file),
    variables: { ...given, ...Object.fromEntries(fromFiles) },
    sourceOf: (name) => found.get(name)?.file ?? "the environment",
  };
}
