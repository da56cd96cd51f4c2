import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type pg from "pg";
import type { BackendConfig } from "../config.ts";
import { LocalBackendError } from "../errors.ts";
import { type AsOwner, type PreparedScript, prepareExtensions } from "./extensions.ts";
import { runScripts, type Script } from "./run-script.ts";

/**
 * Reads the files of `[db.migrations] schema_paths` in the order the Supabase CLI gives them: pattern
 * by pattern, the matches of each sorted, every file once.
 * @throws LocalBackendError `bad_config` when no file matches
 */
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
  const paths = new Set(files.map((file) => join(projectDir, file)));
  return [...paths].map((path) => ({
    name: relative(join(projectDir, ".."), path),
    text: readFileSync(path, "utf8"),
  }));
}

/**
 * Builds the schema of an empty database from its declaration. All files share one session, as they
 * do in the CLI, and one transaction. The migration history stays empty.
 * @throws LocalBackendError `schema_failed` with file and line
 */
export async function applySchemas(
  client: pg.Client,
  schemas: readonly Script[],
  asOwner: AsOwner,
  warn: (line: string) => void,
): Promise<void> {
  const prepared: PreparedScript[] = [];
  try {
    for (const schema of schemas) prepared.push(await prepareExtensions(schema, asOwner, warn));
    const scripts = schemas.map(({ name }, index) => ({ name, text: prepared[index]?.text ?? "" }));
    await runScripts(client, scripts, {
      code: "schema_failed",
      whole: "the schema",
      isOneSession: true,
      finish: async () => undefined,
    });
  } catch (error) {
    for (const { undo } of prepared.reverse()) await undo();
    throw error;
  }
}
