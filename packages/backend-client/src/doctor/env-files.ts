import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Variables } from "../config/variables.js";

export type Mode = "development" | "production" | "test";

export interface Environment {
  mode: Mode;
  variables: Variables;
  /** Returns the file that a variable is from, or `the environment`. */
  sourceOf(name: string): string;
  /** The files that were read, the first one wins. */
  files: readonly string[];
}

/** The order of Next. Tests do not read `.env.local`. */
function fileNames(mode: Mode): string[] {
  const local = mode === "test" ? [] : [".env.local"];
  return [`.env.${mode}.local`, ...local, `.env.${mode}`, ".env"];
}

const REFERENCE = /\\\$|\$\{([A-Za-z_]\w*)(?::?-([^}]*))?\}|\$([A-Za-z_]\w*)/g;

/** Replaces `$NAME`, `${NAME}` and `${NAME:-default}`, as Next does. `\$` is a dollar sign. */
function expand(text: string, read: (name: string) => string | undefined, depth = 0): string {
  return text.replace(REFERENCE, (all, braced?: string, otherwise?: string, plain?: string) => {
    const name = braced ?? plain;
    if (name === undefined) return "$";
    if (depth > 10) return all;
    const value = read(name) || otherwise || "";
    return expand(value, read, depth + 1);
  });
}

/**
 * Reads the environment and the `.env` files of a folder as Next does: a variable of the environment
 * counts before those of the files.
 */
export function readEnvironment(dir: string, given: Variables, mode: Mode): Environment {
  const files = fileNames(mode).filter((name) => existsSync(join(dir, name)));
  const found = new Map<string, { text: string; file: string }>();
  for (const file of files) {
    const parsed = parseEnv(readFileSync(join(dir, file), "utf8"));
    // A reference finds the environment, the files before this one, and this one.
    const read = (name: string) => given[name] ?? found.get(name)?.text ?? parsed[name];
    for (const [name, text] of Object.entries(parsed)) {
      if (given[name] === undefined && text !== undefined && !found.has(name)) {
        found.set(name, { text: expand(text, read), file });
      }
    }
  }
  const fromFiles = [...found].map(([name, { text }]) => [name, text] as const);
  return {
    mode,
    files,
    variables: { ...given, ...Object.fromEntries(fromFiles) },
    sourceOf: (name) => found.get(name)?.file ?? "the environment",
  };
}
