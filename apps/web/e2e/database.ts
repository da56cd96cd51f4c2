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
 * Row-level security does not apply. Use this only for what no page can do, such as letting time
 * pass or forging the record.
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

/**
 * Locks tables, so that the server is slow for exactly as long as a test needs. Returns a function
 * that releases the lock.
 */
export async function holdTables(tables: readonly string[]): Promise<() => Promise<void>> {
  const client = new pg.Client(readAddress());
  await client.connect();
  await client.query(`begin; lock table ${tables.join(", ")} in access exclusive mode`);
  return async () => {
    await client.query("rollback");
    await client.end();
  };
}
