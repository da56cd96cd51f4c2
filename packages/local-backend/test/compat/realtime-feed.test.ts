import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { connectionAs } from "../../src/database/connection.ts";
import type { Database } from "../../src/database/database.ts";
import { createDatabase, type PooledDatabase } from "../../src/database/pool.ts";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import type { TokenClaims } from "../../src/keys/tokens.ts";
import { parseBinding } from "../../src/realtime/changes/binding.ts";
import {
  ChangeFeed,
  type ChangeMessage,
  type ChangeSubscriber,
} from "../../src/realtime/changes/feed.ts";
import { createProject, FREE_PORTS } from "../lifecycle/project.ts";

const project = createProject();
let backend: LocalBackend;
let client: pg.Client;
let pool: PooledDatabase;
let feed: ChangeFeed;
let transactions = 0;
const logged: string[] = [];
const subscribers: ChangeSubscriber[] = [];

beforeAll(async () => {
  project.write(
    "migrations/20260103000000_tables.sql",
    `create table public.open (id int primary key, v text);
    create table public.owned (id bigint primary key, owner uuid, big bigint, v numeric);
    alter table public.owned enable row level security;
    create policy own on public.owned for select to authenticated using (owner = auth.uid());
    create policy broken on public.owned for select to anon using ((auth.jwt() ->> 'n')::int = 1);
    grant select on public.open, public.owned to anon, authenticated, service_role;
    alter publication supabase_realtime add table public.open, public.owned;`,
  );
  backend = await startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS });
  client = new pg.Client(backend.urls.db);
  await client.connect();
  const { passwords } = JSON.parse(readFileSync(join(backend.dataDir, "keys.json"), "utf8"));
  const port = Number(new URL(backend.urls.db).port);
  pool = createDatabase(connectionAs("supabase_admin", { port, passwords }));
  await pool.query("select realtime.sync_publication()");
  // Make the trigger notify another channel, because the backend's own feed would remove the
  // changes first.
  const [trigger] = await pool.query<{ text: string }>(
    "select pg_get_functiondef('realtime.note_change()'::regprocedure) as text",
  );
  await pool.query((trigger?.text ?? "").replaceAll("realtime_changes", "counted_changes"));
  const counted: Database = {
    ...pool,
    listen: (channel, onPayload) =>
      pool.listen(channel.replace("realtime_changes", "counted_changes"), onPayload),
    transaction: (run, options) => {
      transactions += 1;
      return pool.transaction(run, options);
    },
  };
  feed = new ChangeFeed(counted, (line) => logged.push(line));
  await feed.start();
});
afterAll(async () => {
  await feed?.stop();
  await pool?.close();
  await client?.end();
  await backend?.stop();
  project.remove();
});
afterEach(async () => {
  for (const subscriber of subscribers.splice(0)) feed.unsubscribe(subscriber);
  await client.query("truncate public.open, public.owned");
  logged.length = 0;
});

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

function listen(
  table: string,
  { user, filter, claims }: { user?: number; filter?: string; claims?: object } = {},
): ChangeMessage[] {
  const received: ChangeMessage[] = [];
  const all = {
    role: user === undefined ? "anon" : "authenticated",
    ...(user === undefined ? {} : { sub: uuid(user) }),
    ...claims,
  } as TokenClaims;
  const bindings = [parseBinding({ event: "*", schema: "public", table, filter })];
  const subscriber: ChangeSubscriber = {
    bindings,
    currentClaims: () => all,
    receiveChange: (message) => received.push(message),
  };
  subscribers.push(subscriber);
  feed.subscribe(subscriber);
  return received;
}

const ids = (messages: ChangeMessage[]) => messages.map(({ data }) => data.record?.id);

test("Realtime delivers and filters numbers above 2^53 without rounding them", async () => {
  const big = "1254812345678901249";
  const received = listen("owned", { user: 1 });
  const matching = listen("owned", { user: 1, filter: `id=eq.${big}` });
  const byColumn = listen("owned", { user: 1, filter: "big=eq.9007199254740993" });
  await client.query(
    `insert into owned values (${big}, '${uuid(1)}', 9007199254740993, 0.10000000000000000001), (7, '${uuid(1)}', 1, 1)`,
  );
  await client.query(`update owned set v = 2 where id = ${big}`);
  await expect.poll(() => received.length).toBe(3);
  expect(JSON.stringify(received[0]?.data.record)).toBe(
    `{"id":${big},"owner":"${uuid(1)}","big":9007199254740993,"v":0.10000000000000000001}`,
  );
  expect(received[1]?.data.record).toEqual({ id: 7, owner: uuid(1), big: 1, v: 1 });
  expect(JSON.stringify(received[2]?.data.record)).toContain(`"id":${big}`);
  await expect.poll(() => matching.length).toBe(2);
  await expect.poll(() => byColumn.length).toBe(2);
});

test("Realtime reports a row above 1 MiB as too large and sends only the row's short values, but filters by its long values too", async () => {
  const received = listen("open", { user: 1 });
  const filtered = listen("open", { user: 1, filter: "v=like.x%" });
  const others = listen("open", { user: 1, filter: "v=like.y%" });
  await client.query("insert into open values (1, repeat('x', 1000 * 1000))");
  await client.query("insert into open values (2, repeat('x', 1024 * 1024))");
  await client.query("update open set v = null where id = 2");
  await expect.poll(() => received.length).toBe(3);
  await expect.poll(() => filtered.length).toBe(2);
  expect(received.map(({ data }) => data.errors)).toEqual([
    null,
    ["Error 413: Payload Too Large"],
    null,
  ]);
  expect(received[0]?.data.record?.v).toHaveLength(1_000_000);
  expect(received[1]?.data.record).toEqual({ id: 2 });
  expect(received[1]?.data.columns.map(({ name }) => name)).toEqual(["id", "v"]);
  expect(received[2]?.data).toMatchObject({ record: { id: 2, v: null }, old_record: { id: 2 } });
  expect(filtered[1]?.data.errors).toEqual(["Error 413: Payload Too Large"]);
  expect(others).toEqual([]);
});

test("the size of a Realtime change includes the old row if the replica identity is full", async () => {
  await client.query("alter table open replica identity full");
  try {
    const received = listen("open", { user: 1 });
    await client.query("insert into open values (1, repeat('x', 600 * 1024))");
    await client.query("update open set v = repeat('y', 600 * 1024)");
    await client.query("delete from open");
    await expect.poll(() => received.length).toBe(3);
    const tooLarge = ["Error 413: Payload Too Large"];
    expect(received.map(({ data }) => data.errors)).toEqual([null, tooLarge, null]);
    expect(received[1]?.data).toMatchObject({ record: { id: 1 }, old_record: { id: 1 } });
    expect(received[1]?.data.old_record).toEqual({ id: 1 });
  } finally {
    await client.query("alter table open replica identity default");
  }
});

test.each(["default", "full"])(
  "the size of a Realtime update includes a large unchanged value at most once: replica identity %s",
  async (identity) => {
    await client.query(`alter table open add w int; alter table open replica identity ${identity}`);
    try {
      const received = listen("open", { user: 1 });
      // With the default identity, the write-ahead log omits the unchanged value. With `full`, the
      // log contains the value once, in the old row.
      const size = identity === "full" ? 600 * 1024 : 1200 * 1024;
      await client.query(`insert into open values (1, repeat('x', ${size}), 1)`);
      await client.query("update open set w = 2");
      await expect.poll(() => received.length).toBe(2);
      expect(received[1]?.data.errors).toBeNull();
      expect(received[1]?.data.record).toEqual({ id: 1, v: "x".repeat(size), w: 2 });
    } finally {
      await client.query("alter table open drop w; alter table open replica identity default");
    }
  },
);

test("Realtime checks row-level security for all subscribers of a change in one transaction, with each subscriber's own claims", async () => {
  const received = Array.from({ length: 20 }, (_, user) => listen("owned", { user }));
  const twice = listen("owned", { user: 3 });
  transactions = 0;
  await client.query(`insert into owned values (1, '${uuid(3)}'), (2, '${uuid(4)}')`);
  await expect.poll(() => received[4]?.length).toBe(1);
  expect(transactions).toBe(2);
  expect(received.map(ids)).toEqual(
    received.map((_, user) => (user === 3 ? [1] : user === 4 ? [2] : [])),
  );
  expect(ids(twice)).toEqual([1]);
});

test("Realtime does not check the rows of a table without row-level security", async () => {
  const received = Array.from({ length: 20 }, (_, user) => listen("open", { user }));
  transactions = 0;
  await client.query("insert into open values (1), (2)");
  await expect.poll(() => received.every((messages) => messages.length === 2)).toBe(true);
  expect(transactions).toBe(0);
});

test("Realtime checks the filters of all subscribers of a change in one transaction, even if the subscribers have different roles", async () => {
  const received = Array.from({ length: 20 }, (_, user) =>
    listen("open", { user, filter: `id=eq.${user}` }),
  );
  const asAnon = listen("open", { filter: "v=eq.x" });
  transactions = 0;
  await client.query("insert into open values (5, 'x')");
  await expect.poll(() => asAnon.length).toBe(1);
  await expect.poll(() => received[5]?.length).toBe(1);
  expect(transactions).toBe(1);
  expect(received.flatMap(ids)).toEqual([5]);
});

test("Realtime delivers a change to the other subscribers if one subscriber's filter or policy fails", async () => {
  // PostgreSQL reports the invalid pattern only when it compares a value with the pattern.
  const wrong = listen("open", { user: 1, filter: "v=like.x\\" });
  const right = listen("open", { user: 2, filter: "v=like.x%" });
  await client.query("insert into open values (1, 'xy')");
  await expect.poll(() => right.length).toBe(1);
  expect(wrong).toEqual([]);
  const refused = listen("owned", { claims: { n: "no number" } });
  const allowed = listen("owned", { claims: { n: "1" } });
  const own = listen("owned", { user: 1 });
  await client.query(`insert into owned values (1, '${uuid(1)}')`);
  await expect.poll(() => own.length).toBe(1);
  await expect.poll(() => allowed.length).toBe(1);
  expect(refused).toEqual([]);
  expect(logged).toContainEqual(expect.stringContaining("22P02"));
  expect(logged.join()).not.toContain("no number");
});

test("Realtime delivers a change of one table without waiting for many changes of another table", async () => {
  const order: string[] = [];
  const note = (table: string) => {
    const subscriber: ChangeSubscriber = {
      bindings: [parseBinding({ event: "*", schema: "public", table })],
      currentClaims: () => ({ role: "authenticated", sub: uuid(1) }) as TokenClaims,
      receiveChange: () => order.push(table),
    };
    subscribers.push(subscriber);
    feed.subscribe(subscriber);
  };
  note("owned");
  note("open");
  await client.query(
    `begin; insert into owned select g, '${uuid(1)}' from generate_series(1, 1000) g;
    insert into open values (1); commit`,
  );
  await expect.poll(() => order.length).toBe(1001);
  expect(order.indexOf("open")).toBeLessThan(500);
});

test("Realtime delivers the changes of one table in the order in which they were made", async () => {
  const received = listen("owned", { user: 1 });
  await client.query(`insert into owned select g, '${uuid(1)}' from generate_series(1, 300) g`);
  // Wait before the deletion, because the feed cannot check the policy for a deleted row.
  await expect.poll(() => received.length).toBe(300);
  await client.query("delete from owned");
  await expect.poll(() => received.length).toBe(600);
  expect(ids(received.slice(0, 300))).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  expect(new Set(received.slice(300).map(({ data }) => data.type))).toEqual(new Set(["DELETE"]));
});
