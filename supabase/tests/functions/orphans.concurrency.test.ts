import pg from "pg";
import { expect, inject, onTestFinished } from "vitest";
import { test } from "../harness/test.ts";

async function connect(): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: inject("databaseUrl") });
  await connection.connect();
  onTestFinished(() => connection.end());
  return connection;
}

test("if a row stops using a picture during a sweep, the next sweep finds the picture", async ({
  scene,
}) => {
  const { stranger } = scene.world;
  const path = `avatars/${stranger.id}/00000000-0000-4000-8000-000000000000.png`;
  const [person, sweep] = [await connect(), await connect()];
  const show = (shown: string | null) =>
    person.query("update public.profiles set avatar_path = $2 where user_id = $1", [
      stranger.id,
      shown,
    ]);
  onTestFinished(async () => {
    await person.query("rollback");
    await show(null);
    await person.query("set storage.allow_delete_query = 'true'");
    await person.query("delete from storage.objects where name = $1", [path]);
    await person.query("delete from private.orphans where path = $1", [path]);
  });
  const find = async () =>
    (await sweep.query("select path from public.orphaned_objects()")).rows.map((row) => row.path);

  await person.query("insert into storage.objects (bucket_id, name) values ('images', $1)", [path]);
  await show(path);
  // A new picture counts as an orphan only after an hour.
  await sweep.query(
    "select set_config('dossier.clock', (now() + interval '2 hours')::text, false)",
  );
  await person.query("begin");
  await show(null);
  expect(await find()).toEqual([]);
  await person.query("commit");
  expect(await find()).toEqual([path]);
});
