import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { join, openScene, type Scene } from "./realtime-scene.ts";
import { MIA } from "./storage-people.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterEach(() => scene.hangUp());
afterAll(() => scene.backend.stop());

test("clients rejoin their channels after a reset, and new channels receive messages and changes", async () => {
  const client = await scene.asPerson(MIA);
  const before = await join(client, "before", { private: false });
  expect(before.status).toBe("SUBSCRIBED");
  await scene.database.end();
  await scene.backend.reset();

  const database = new pg.Client(scene.backend.urls.db);
  await database.connect();
  await database.query("alter publication supabase_realtime add table public.notes");
  const again = await scene.asPerson(MIA);
  const channel = again.channel(`user:${MIA}`, {
    config: { private: true, postgres_changes_options: { wait: true } },
  });
  const received: unknown[] = [];
  channel.on("broadcast", { event: "*" }, ({ event }) => received.push(event));
  channel.on("postgres_changes", { event: "INSERT", schema: "public", table: "notes" }, (change) =>
    received.push(change.new.body),
  );
  const ready = new Promise((resolve) => channel.on("system", {}, resolve));
  expect(await new Promise((resolve) => channel.subscribe(resolve))).toBe("SUBSCRIBED");
  await ready;
  await database.query(`insert into public.notes (user_id, body) values ('${MIA}', 'row')`);
  await expect.poll(() => received).toEqual(["row"]);
  await database.query(`select realtime.send('{}', 'message', 'user:${MIA}')`);
  await expect.poll(() => received).toEqual(["row", "message"]);
  await database.end();
  await expect.poll(() => before.channel.state, { timeout: 10_000 }).toBe("joined");
});
