import pg from "pg";
import { test as base, inject } from "vitest";
import { Actor } from "./actor.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

/** All changes are rolled back at the end of the test. */
export interface Scene {
  db: pg.Client;
  world: World;
  as: (person: Person) => Actor;
  travel: (interval: string) => Promise<void>;
}

let client: pg.Client | undefined;

async function connect(): Promise<pg.Client> {
  if (client) return client;
  client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  return client;
}

/** After a timeout, statements may still be queued. They must not run in the next test. */
async function disconnect(): Promise<void> {
  const dropped = client;
  client = undefined;
  await dropped?.end();
}

export const test = base.extend<{ scene: Scene }>({
  scene: async ({ task }, use) => {
    const db = await connect();
    await db.query("begin");
    try {
      // The tests in services/ commit account notices, which would be sent before the emails of
      // this test.
      await db.query("delete from private.outbox where org_id is null");
      await use({
        db,
        world: inject("world"),
        as: (person) => new Actor(db, person),
        travel: async (interval) => {
          await db.query(
            "select set_config('dossier.clock', (private.clock() + $1::interval)::text, true)",
            [interval],
          );
        },
      });
    } finally {
      if (task.result?.state === "fail") await disconnect();
      else await db.query("rollback");
    }
  },
});
