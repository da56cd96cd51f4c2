import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { noteOf, project } from "./addresses";

function readAddress(): string {
  if (project) return project.databaseUrl;
  const lock = join(readFileSync(noteOf("data-dir"), "utf8"), "lock.json");
  const { urls } = JSON.parse(readFileSync(lock, "utf8")) as { urls: { db: string } };
  return urls.db;
}

/**
 * Runs a statement without row-level security. Use this only for changes that no page can make,
 * such as moving times back or forging an event.
 */
export async function queryAsOwner<Row extends pg.QueryResultRow>(
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(readAddress());
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** Locks tables, so that queries wait until the test calls the returned function. */
export async function holdTables(tables: readonly string[]): Promise<() => Promise<void>> {
  const client = new pg.Client(readAddress());
  await client.connect();
  await client.query(`begin; lock table ${tables.join(", ")} in access exclusive mode`);
  return async () => {
    await client.query("rollback");
    await client.end();
  };
}
