import { globSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type pg from "pg";
import type { BackendConfig } from "../config/schema.ts";
import type { Queryable } from "./database.ts";
import { runScripts, type Script } from "./run-script.ts";

/**
 * Sets the row's `xmin` to the ID of the seed's transaction. The triggers of `cron.job` recognize
 * the transaction by this ID.
 */
const ANNOUNCE = "update local_backend.state set is_seed_pending = true";
const RECORD = "update local_backend.state set is_seed_pending = false";

export function readSeeds(config: BackendConfig, projectDir: string): Script[] {
  const files = config.db.seed.enabled
    ? config.db.seed.sql_paths.flatMap((pattern) => globSync(pattern, { cwd: projectDir }).sort())
    : [];
  return files.map((file) => {
    const path = resolve(projectDir, file);
    return { name: relative(join(projectDir, ".."), path), text: readFileSync(path, "utf8") };
  });
}

export async function isSeedPending(database: Queryable): Promise<boolean> {
  const rows = await database.query<{ isPending: boolean }>(
    'select is_seed_pending as "isPending" from local_backend.state',
  );
  return rows[0]?.isPending === true;
}

export async function recordSeed(database: Queryable): Promise<void> {
  await database.query(RECORD);
}

export async function runSeeds(client: pg.Client, seeds: readonly Script[]): Promise<void> {
  await runScripts(client, seeds, {
    code: "seed_failed",
    whole: "the seed",
    start: ANNOUNCE,
    finish: () => client.query(RECORD),
  });
}
