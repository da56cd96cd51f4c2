import { rm } from "node:fs/promises";
import type { Database } from "../database/database.ts";
import type { FileStore } from "./file-store.ts";

const BATCH = 1000;

/**
 * Deletes files that no row refers to, because a killed process may leave a file without its row,
 * or a replaced file. Call this before the service accepts requests.
 */
export async function removeOrphans(database: Database, files: FileStore): Promise<void> {
  const sweep = async (batch: readonly { path: string; version: string }[]) => {
    const rows = await database.query<{ bucket: string; name: string; version: string }>(
      "select bucket_id as bucket, name, version from storage.objects where version = any($1)",
      [batch.map(({ version }) => version)],
    );
    const used = new Set(rows.map((row) => files.pathOf(row, row.version)));
    for (const { path } of batch) if (!used.has(path)) await rm(path, { force: true });
  };
  let batch: { path: string; version: string }[] = [];
  for await (const file of files.versions()) {
    batch.push(file);
    if (batch.length < BATCH) continue;
    await sweep(batch);
    batch = [];
  }
  if (batch.length > 0) await sweep(batch);
}
