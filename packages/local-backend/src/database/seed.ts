import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type pg from "pg";
import type { BackendConfig } from "../config.ts";
import { runScript } from "./run-script.ts";

/**
 * Runs the files of `[db.seed] sql_paths`, each in one transaction, as `postgres`.
 * @throws LocalBackendError `seed_failed` with file and line
 */
export async function runSeeds(
  client: pg.Client,
  config: BackendConfig,
  projectDir: string,
): Promise<void> {
  const files = config.db.seed.sql_paths.flatMap((pattern) =>
    globSync(pattern, { cwd: projectDir }).sort(),
  );
  for (const file of files) {
    const path = join(projectDir, file);
    const name = relative(join(projectDir, ".."), path);
    await runScript(client, { name, text: readFileSync(path, "utf8") }, "seed_failed");
  }
}
