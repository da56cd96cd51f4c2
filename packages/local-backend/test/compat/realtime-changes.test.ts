import {
  postgresChangesFilter,
  type RealtimePostgresChangesPayload,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openScene, type Scene, SERIALIZERS } from "./realtime-scene.ts";
import { MIA, TOM, tokenOf } from "./storage-people.ts";

describe.each(SERIALIZERS)("Realtime with serializer %s", (vsn) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await openScene(vsn);
    await scene.database.query(`
    create table public.prices (
      id int primary key, label text, amount numeric(10, 2), tags text[], at timestamptz,
      secret text, is_open bool
    );
    grant select (id, label, amount, tags, at, is_open) on public.prices to anon, authenticated;
    grant all on public.prices to service_role;
    create table public.unpublished (id int primary key);
    grant select on public.unpublished to authenticated;
    alter publication supabase_realtime add table public.notes, public.prices;
  `);
  });

  afterEach(() => scene.hangUp());
  afterAll(() => scene.close());

  type Payload = RealtimePostgresChangesPayload<Record<string, unknown>>;

  interface Listened {
    status: string;
    reason: string | undefined;
    changes: Payload[];
    system: { status: string; message: string }[];
  }

  interface Wanted {
    event?: "*" | "INSERT" | "UPDATE" | "DELETE";
    schema?: string;
    table?: string;
    filter?: string;
    select?: string[];
  }

  async function listen(
    client: SupabaseClient,
    wanted: Wanted | Wanted[],
    wait = true,
  ): Promise<Listened> {
    const name = `changes-${Math.random()}`;
    const channel = client.channel(name, { config: { postgres_changes_options: { wait } } });
    const changes: Payload[] = [];
    const system: Listened["system"] = [];
    for (const want of [wanted].flat()) {
      // The overloads of `on` accept one literal event each. The type assertion selects one of
      // them.
      const filter = { event: "*", schema: "public", ...want } as { event: "*"; schema: string };
      channel.on("postgres_changes", filter, (change) => changes.push(change as Payload));
    }
    const settled = new Promise<void>((resolve) => {
      channel.on("system", {}, (message) => {
        system.push(message as Listened["system"][number]);
        resolve();
      });
    });
    const [status, reason] = await new Promise<[string, string | undefined]>((resolve) => {
      channel.subscribe((answer, error) => resolve([answer, error?.message]));
    });
    if (status === "SUBSCRIBED") await settled;
    return { status, reason, changes, system };
  }

  const sql = (text: string) => scene.database.query(text);

  describe("for changes of a published table", () => {
    test("delivers inserts, updates and deletes in order, with values converted to JSON types", async () => {
      const { status, changes, system } = await listen(await scene.asPerson(MIA), {
        table: "prices",
      });
      expect(status).toBe("SUBSCRIBED");
      expect(system).toMatchObject([{ status: "ok", message: "Subscribed to PostgreSQL" }]);
      await sql(`
      insert into public.prices values (1, 'a', 1.5, '{x,y}', '2026-01-02 03:04:05+00', 'hidden', true);
      update public.prices set label = 'b' where id = 1;
      delete from public.prices where id = 1;
    `);
      await expect.poll(() => changes).toHaveLength(3);
      expect(changes[0]).toMatchObject({
        eventType: "INSERT",
        schema: "public",
        table: "prices",
        errors: null,
        commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        old: {},
      });
      expect(changes[0]?.new).toEqual({
        id: 1,
        label: "a",
        amount: 1.5,
        tags: ["x", "y"],
        at: expect.stringContaining("2026-01-02T"),
        is_open: true,
      });
      expect(changes[1]).toMatchObject({
        eventType: "UPDATE",
        new: { label: "b" },
        old: { id: 1 },
      });
      expect(changes[2]).toMatchObject({ eventType: "DELETE", new: {}, old: { id: 1 } });
      expect(JSON.stringify(changes)).not.toContain("hidden");
    });

    test("delivers no change of a transaction that is rolled back", async () => {
      const { changes } = await listen(await scene.asPerson(MIA), { table: "prices" });
      await sql("begin; insert into public.prices (id) values (2); rollback");
      await sql("insert into public.prices (id) values (3)");
      await expect.poll(() => changes.map(({ new: row }) => row)).toMatchObject([{ id: 3 }]);
    });

    test("delivers only the requested events and tables", async () => {
      const { changes } = await listen(await scene.asPerson(MIA), {
        table: "prices",
        event: "UPDATE",
      });
      await sql(
        "insert into public.prices (id) values (10); insert into public.unpublished values (1)",
      );
      await sql("update public.prices set label = 'u' where id = 10");
      await expect.poll(() => changes.map(({ eventType }) => eventType)).toEqual(["UPDATE"]);
    });

    test("delivers each change once for every matching binding, including a binding to a whole schema", async () => {
      const client = await scene.asPerson(MIA);
      const { changes } = await listen(client, [
        { schema: "public" },
        { table: "prices", event: "INSERT" },
      ]);
      await sql("insert into public.prices (id) values (20)");
      await client.from("notes").insert({ body: "mine" });
      await expect
        .poll(() => changes.map(({ table }) => table))
        .toEqual(["prices", "prices", "notes"]);
    });

    test("delivers only the selected columns", async () => {
      const { changes } = await listen(await scene.asPerson(MIA), {
        table: "prices",
        select: ["id", "label"],
      });
      await sql("insert into public.prices (id, label, amount) values (21, 'x', 9)");
      await expect.poll(() => changes.map(({ new: row }) => row)).toEqual([{ id: 21, label: "x" }]);
    });

    test("delivers an error instead of a row if the table has no primary key or the role may not select the key", async () => {
      await sql(`
        create table public.keyless (label text);
        create table public.hidden_key (id int primary key, label text);
        grant select on public.keyless to authenticated;
        grant select (label) on public.hidden_key to authenticated;
        alter publication supabase_realtime add table public.keyless, public.hidden_key;
      `);
      const { changes } = await listen(await scene.asPerson(MIA), [
        { table: "keyless" },
        { table: "hidden_key" },
      ]);
      await sql("insert into public.keyless values ('a')");
      await sql("insert into public.hidden_key values (1, 'a')");
      await expect.poll(() => changes).toHaveLength(2);
      const errorsByTable = changes.map(({ table, eventType, errors }) => [
        table,
        eventType,
        errors,
      ]);
      expect(new Set(errorsByTable)).toEqual(
        new Set([
          ["keyless", "INSERT", ["Error 400: Bad Request, no primary key"]],
          ["hidden_key", "INSERT", ["Error 401: Unauthorized"]],
        ]),
      );
      expect(changes.map(({ new: row }) => row)).toEqual([{}, {}]);
    });

    test("delivers no change of a table that was removed from the publication", async () => {
      await sql("create table public.brief (id int primary key)");
      await sql("grant select on public.brief to authenticated");
      await sql("alter publication supabase_realtime add table public.brief");
      const { changes } = await listen(await scene.asPerson(MIA), { schema: "public" });
      await sql("insert into public.brief values (1)");
      await expect.poll(() => changes).toHaveLength(1);
      await sql("alter publication supabase_realtime drop table public.brief");
      await sql("insert into public.brief values (2)");
      await listen(await scene.asPerson(TOM), { table: "prices" });
      const { rows } = await sql(
        "select count(*)::int as count from pg_trigger where tgrelid = 'public.brief'::regclass",
      );
      expect(rows).toEqual([{ count: 0 }]);
      await sql("insert into public.prices (id) values (22)");
      await expect.poll(() => changes.map(({ table }) => table)).toEqual(["brief", "prices"]);
    });
  });

  describe("for changes of a table with or without row-level security", () => {
    test("delivers only the user's own rows under row-level security, and only the key of a deleted row", async () => {
      const [mia, tom] = await Promise.all([scene.asPerson(MIA), scene.asPerson(TOM)]);
      const hers = await listen(mia, { table: "notes" });
      const his = await listen(tom, { table: "notes" });
      const service = await listen(await scene.connect({ key: "secret" }), { table: "notes" });
      const anonymous = await listen(await scene.connect(), { table: "notes" });
      await mia.from("notes").insert({ body: "hers" });
      await tom.from("notes").insert({ body: "his" });
      await mia.from("notes").update({ body: "hers, changed" }).eq("body", "hers");
      await expect.poll(() => service.changes).toHaveLength(3);
      const bodies = ({ changes }: Listened) =>
        changes.map(({ new: row }) => (row as { body?: string }).body);
      await expect.poll(() => bodies(hers)).toEqual(["hers", "hers, changed"]);
      expect(bodies(his)).toEqual(["his"]);
      expect(bodies(service)).toEqual(["hers", "his", "hers, changed"]);
      expect(anonymous.changes).toEqual([]);

      await mia.from("notes").delete().eq("body", "hers, changed");
      await expect.poll(() => hers.changes).toHaveLength(3);
      expect(hers.changes[2]).toMatchObject({
        eventType: "DELETE",
        old: { id: expect.any(Number) },
      });
      expect(Object.keys(hers.changes[2]?.old ?? {})).toEqual(["id"]);
      // Row-level security cannot be checked for a deleted row, so every role with a grant receives
      // the primary key.
      await expect.poll(() => his.changes).toHaveLength(2);
      expect(his.changes[1]).toMatchObject({ eventType: "DELETE", new: {} });
      expect(Object.keys(his.changes[1]?.old ?? {})).toEqual(["id"]);
      expect(anonymous.changes).toEqual([]);
    });

    test("selects a row once per change for all clients with the same claims", async () => {
      await sql(`
        create sequence public.asked;
        create table public.counted (id int primary key);
        alter table public.counted enable row level security;
        grant select on public.counted to authenticated;
        grant usage on sequence public.asked to authenticated;
        create policy "counts" on public.counted for select to authenticated
          using (nextval('public.asked') > 0);
        alter publication supabase_realtime add table public.counted;
      `);
      const mias = await tokenOf(scene.backend, MIA);
      const clients = await Promise.all([
        scene.connect({ token: mias }),
        scene.connect({ token: mias }),
        scene.connect({ token: mias }),
        scene.asPerson(TOM),
      ]);
      const listeners = await Promise.all(
        clients.map((client) => listen(client, { table: "counted" })),
      );
      await sql("insert into public.counted values (1), (2)");
      await expect.poll(() => listeners.map(({ changes }) => changes.length)).toEqual([2, 2, 2, 2]);
      const { rows } = await sql("select last_value::int as asked from public.asked");
      expect(rows).toEqual([{ asked: 4 }]);
      await sql("drop table public.counted; drop sequence public.asked");
    });

    test("delivers only the key of an old row if row-level security is enabled, even with full replica identity", async () => {
      await sql("alter table public.notes replica identity full");
      const mia = await scene.asPerson(MIA);
      const { changes } = await listen(mia, { table: "notes", event: "UPDATE" });
      await mia.from("notes").insert({ body: "before" });
      await mia.from("notes").update({ body: "after" }).eq("body", "before");
      await expect.poll(() => changes).toHaveLength(1);
      expect(Object.keys(changes[0]?.old ?? {})).toEqual(["id"]);
    });

    test("delivers all selectable old columns with full replica identity if row-level security is disabled", async () => {
      await sql("alter table public.prices replica identity full");
      const { changes } = await listen(await scene.asPerson(MIA), {
        table: "prices",
        event: "UPDATE",
      });
      await sql("insert into public.prices (id, label, secret) values (30, 'old', 'hidden')");
      await sql("update public.prices set label = 'new' where id = 30");
      await expect.poll(() => changes.map(({ old }) => old)).toMatchObject([{ label: "old" }]);
      expect(JSON.stringify(changes)).not.toContain("hidden");
      await sql("alter table public.prices replica identity default");
    });

    test("delivers only the rows that the user of the channel's newest token may read", async () => {
      const client = await scene.connect({ token: await tokenOf(scene.backend, MIA) });
      const { changes } = await listen(client, { table: "notes", event: "INSERT" });
      const tomsToken = await tokenOf(scene.backend, TOM);
      client.realtime.accessToken = async () => tomsToken;
      await client.realtime.setAuth();
      const insert = async (id: string, body: string) =>
        (await scene.asPerson(id)).from("notes").insert({ body });
      // Insert until the channel delivers a row, because the server processes the new token
      // asynchronously.
      await expect
        .poll(async () => {
          await insert(TOM, "his");
          return changes.length;
        })
        .toBeGreaterThan(0);
      const seen = changes.length;
      await insert(MIA, "hers");
      await insert(TOM, "last");
      await expect.poll(() => changes.length).toBeGreaterThan(seen);
      const owners = changes.map(({ new: row }) => (row as { user_id?: string }).user_id);
      expect(owners.every((owner) => owner === TOM)).toBe(true);
    });
  });

  describe("for changes with filters", () => {
    test.each<[string, number[]]>([
      ["id=eq.101", [101]],
      ["id=lt.102", [101]],
      ["id=lte.102", [101, 102]],
      ["label=imatch.^[AB]$", [101, 102]],
      ["label=not.like.%b%", [101, 103]],
      ["label=not.eq.a", [102, 103]],
      ["is_open=is.true", [101]],
      ["is_open=is.false", [102]],
      ["is_open=is.unknown", [103]],
      ["is_open=not.is.true", [102, 103]],
      ["is_open=eq.false", [102]],
      ["tags=eq.{x}", [101]],
      ["label=neq.b", [101, 103]],
      ["amount=gt.1.5", [102, 103]],
      ["amount=gte.1.5,amount=lt.3", [101, 102]],
      ["label=in.(a,c)", [101, 103]],
      ["label=like.%b%", [102]],
      ["label=ilike.%B%", [102]],
      ["label=match.^[ab]$", [101, 102]],
      ["at=is.null", [101, 103]],
      ["at=not.is.null", [102]],
      ["label=not.in.(a,b)", [103]],
      ["at=isdistinct.2026-01-01T00:00:00Z", [101, 103]],
      [postgresChangesFilter().eq("label", "b").lt("id", 200).build(), [102]],
      [postgresChangesFilter().in("label", ['with "quote", and comma', "c"]).build(), [103]],
    ])("delivers only the rows that match the filter: %s", async (filter, ids) => {
      await sql("delete from public.prices");
      const client = await scene.asPerson(MIA);
      const inserts = { table: "prices", event: "INSERT" } as const;
      const { changes, reason } = await listen(client, { ...inserts, filter });
      expect(reason).toBeUndefined();
      const everything = await listen(client, inserts);
      await sql(`insert into public.prices (id, label, amount, at, is_open, tags) values
        (101, 'a', 1.5, null, true, '{x}'), (102, 'b', 2, '2026-01-01T00:00:00Z', false, '{x,y}'),
        (103, 'c', 3, null, null, null)`);
      // `everything` subscribed last, so it receives each change after the filtered channel.
      await expect.poll(() => everything.changes).toHaveLength(3);
      expect(changes.map(({ new: row }) => (row as { id?: number }).id)).toEqual(ids);
    });

    test.each([
      ["an unknown column", { table: "prices", filter: "nothing=eq.1" }, /nothing/],
      ["a column that may not be selected", { table: "prices", filter: "secret=eq.x" }, /secret/],
      ["an unknown operator", { table: "prices", filter: "id=near.1" }, /near/],
      ["a value of another type", { table: "prices", filter: "id=eq.abc" }, /integer/],
      [
        "an attempt at SQL",
        { table: "prices", filter: "id=is.null or true" },
        /is does not support/,
      ],
      ["no table", { filter: "id=eq.1" }, /table/],
      ["a table outside of the publication", { table: "unpublished" }, /Realtime is enabled/],
      ["columns that may not be selected", { table: "prices", select: ["secret"] }, /secret/],
    ])("refuses a subscription with %s", async (_what, wanted, message) => {
      const waiting = await listen(await scene.asPerson(MIA), wanted);
      expect(waiting.status).toBe("CHANNEL_ERROR");
      expect(waiting.reason).toMatch(/^RealtimeDisabledForConfiguration: /);
      expect(waiting.reason).toMatch(message);
      const { status, system } = await listen(await scene.asPerson(TOM), wanted, false);
      expect(status).toBe("SUBSCRIBED");
      expect(system).toMatchObject([{ status: "error", message: expect.stringMatching(message) }]);
    });
  });
});
