import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../test/lifecycle/free-port.ts";
import { DISK_FULL } from "../config/disk-full.ts";
import type { LocalBackend } from "../lifecycle/local-backend.ts";
import { startLocalBackend } from "../lifecycle/start.ts";
import { createDatabase, type PooledDatabase } from "./pool.ts";

let backend: LocalBackend;
let database: PooledDatabase;

beforeAll(async () => {
  const dir = new URL("../../test/fixture/supabase", import.meta.url).pathname;
  backend = await startLocalBackend({ dir, memory: true, ports: { api: 0, db: 0 } });
  const url = new URL(backend.urls.db);
  database = createDatabase({
    host: url.hostname,
    port: Number(url.port),
    user: url.username,
    password: url.password,
    database: "postgres",
  });
});
afterAll(async () => {
  await database.close();
  await backend.stop();
});

const USER = "00000000-0000-0000-0000-000000000001";
const asUser = {
  role: "authenticated",
  settings: { "request.jwt.claims": JSON.stringify({ sub: USER, role: "it's" }) },
};

test("runs a transaction with its role and settings, and resets both after the transaction", async () => {
  const identity = "select current_user as name, auth.uid() as uid, auth.role() as role";
  const inside = await database.transaction((tx) => tx.query(identity), asUser);
  expect(inside).toEqual([{ name: "authenticated", uid: USER, role: "it's" }]);
  expect(await database.query(identity)).toEqual([{ name: "postgres", uid: null, role: null }]);
});

test("rolls back a transaction after an error, or if the option rollback is true", async () => {
  const insert = "insert into notes (body) values ($1)";
  const failing = database.transaction(async (tx) => {
    await tx.query(insert, ["lost"]);
    throw new TypeError("stop");
  }, asUser);
  await expect(failing).rejects.toThrow(TypeError);
  await database.transaction((tx) => tx.query(insert, ["probe"]), { ...asUser, rollback: true });
  await database.transaction((tx) => tx.query(insert, ["kept"]), asUser);
  const rows = await database.query("select body from notes where body <> 'seeded'");
  expect(rows).toEqual([{ body: "kept" }]);
});

test("still receives notifications of a PostgreSQL channel after a reconnect", async () => {
  const received: string[] = [];
  const stop = await database.listen('Odd "name"', (payload) => received.push(payload));
  const notify = (text: string) =>
    database.query(`select pg_notify('Odd "name"', ${pg.escapeLiteral(text)})`);
  await notify("one");
  await expect.poll(() => received).toEqual(["one"]);
  const ended = await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and usename = user",
  );
  expect(ended).toHaveLength(1);
  await expect
    .poll(async () => {
      await notify("two");
      return received;
    })
    .toContain("two");
  await stop();
});

test("runs a query that was sent while the pool was suspended, once the pool resumes", async () => {
  await database.suspend();
  const answer = database.query("select 1 as one");
  database.resume();
  expect(await answer).toEqual([{ one: 1 }]);
});

test("reports a full disk only if the connection fails, not if a query fails", async () => {
  const { hostname: host, port, username: user, password } = new URL(backend.urls.db);
  const connection = { host, port: Number(port), user, password, database: "postgres" };
  const isFull = () => true;
  const full = { code: "53100", message: DISK_FULL };
  const gone = createDatabase({ ...connection, port: await freePort() }, isFull);
  await expect(gone.query("select 1")).rejects.toMatchObject(full);
  await expect(gone.transaction((tx) => tx.query("select 1"))).rejects.toMatchObject(full);
  await gone.close();

  const alive = createDatabase(connection, isFull);
  const divide = "select 1 / 0";
  await expect(alive.query(divide)).rejects.toMatchObject({ code: "22012" });
  await expect(alive.transaction((tx) => tx.query(divide))).rejects.toMatchObject({
    code: "22012",
  });
  const ended = alive.transaction((tx) =>
    tx.query("select pg_terminate_backend(pg_backend_pid())"),
  );
  await expect(ended).rejects.toMatchObject(full);
  await alive.close();
});
