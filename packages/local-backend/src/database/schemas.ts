import { globSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type pg from "pg";
import { LocalBackendError } from "../config/errors.ts";
import type { BackendConfig } from "../config/schema.ts";
import { type AsOwner, prepareExtensions } from "./extensions.ts";
import { rewritePrivileged } from "./privileged-statements.ts";
import { runScripts, type Script } from "./run-script.ts";

/** Returns the files in the order of the Supabase CLI: pattern by pattern, with sorted matches. */
export function readSchemas(
  config: BackendConfig,
  projectDir: string,
  warn: (line: string) => void,
): Script[] {
  const { schema_paths: patterns } = config.db.migrations;
  const files = patterns.flatMap((pattern) => {
    const matches = globSync(pattern, { cwd: projectDir }).sort();
    if (matches.length === 0) warn(`config.toml: no file matches "${pattern}" of schema_paths`);
    return matches;
  });
  if (files.length === 0) {
    throw new LocalBackendError(
      "bad_config",
      "No schema file was found: [db.migrations] schema_paths in config.toml must name at least one.",
    );
  }
  const paths = new Set(files.map((file) => resolve(projectDir, file)));
  return [...paths].map((path) => ({
    name: relative(join(projectDir, ".."), path),
    text: readSchema(path),
  }));
}

function readSchema(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new LocalBackendError(
      "bad_config",
      `Cannot read ${path}, which matches a pattern of schema_paths in config.toml. The patterns must match only files.`,
      { cause },
    );
  }
}

/** As in the CLI, each file runs in its own transaction, but all files share a session. */
export async function applySchemas(
  client: pg.Client,
  schemas: readonly Script[],
  asOwner: AsOwner,
  warn: (line: string) => void,
): Promise<void> {
  for (const { name, text } of schemas) {
    const prepared = await prepareExtensions({ name, text }, asOwner, warn, "schema_failed");
    try {
      const allowed = rewritePrivileged({ name, text: prepared.text }, warn, "schema_failed");
      await runScripts(client, [{ name, text: allowed }], {
        code: "schema_failed",
        whole: "this file",
        keepsSession: true,
        finish: async () => undefined,
      });
    } catch (error) {
      await prepared.undo();
      throw error;
    }
  }
}
