import { globSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type pg from "pg";
import type { BackendConfig } from "../config/schema.ts";
import { runScripts } from "./run-script.ts";

/**
 * Runs the files of `[db.seed] sql_paths` as `postgres`. The same transaction records that the
 * database is seeded. If a file fails, the next start runs the whole seed again.
 * @throws LocalBackendError `seed_failed` with file and line
 */
export async function runSeeds(
  client: pg.Client,
  config: BackendConfig,
  projectDir: string,
): Promise<void> {
  const files = config.db.seed.enabled
    ? config.db.seed.sql_paths.flatMap((pattern) => globSync(pattern, { cwd: projectDir }).sort())
    : [];
  const scripts = files.map((file) => {
    const path = resolve(projectDir, file);
    return { name: relative(join(projectDir, ".."), path), text: readFileSync(path, "utf8") };
  });
  await runScripts(client, scripts, {
    code: "seed_failed",
    whole: "the seed",
    finish: () => client.query("update local_backend.state set is_seed_pending = false"),
  });
}
