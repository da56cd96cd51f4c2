import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, memberOf, readLiteral } from "./source/literals.js";
import { readTokens } from "./source/tokens.js";

/** Wrangler reads only the first of these files that exists. */
const CONFIGS = ["wrangler.json", "wrangler.jsonc"];

export interface WorkerVariables {
  file: string;
  vars: Record<string, string>;
}

export function readWorkerVariables(dir: string): WorkerVariables | null {
  const file = CONFIGS.find((name) => existsSync(join(dir, name)));
  if (file === undefined) return null;
  const tokens = readTokens(readFileSync(join(dir, file), "utf8"));
  const vars = memberOf(
    readLiteral(
      tokens.filter(({ kind }) => kind !== "comment"),
      0,
    ),
    "vars",
  );
  if (!isObject(vars)) return null;
  const texts = Object.entries(vars).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return { file, vars: Object.fromEntries(texts) };
}
