import { createClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { createProject, FREE_PORTS, type Project } from "./project.ts";

let project: Project;
let backend: LocalBackend;
let database: pg.Client;
const logged: string[] = [];

beforeAll(async () => {
  project = createProject();
  project.write(
    "migrations/20260103000000_settings.sql",
    `alter role authenticator set pgrst.db_aggregates_enabled = 'true';
    alter role authenticator set pgrst.db_pre_request = 'public.check_request';
    create function public.check_request() returns void language plpgsql as $$ begin
      perform set_config('response.headers', '[{"x-checked": "yes"}]', true);
    end $$;
    notify pgrst, 'reload config';
    alter database postgres set log_min_duration_statement = '10s';
    alter role postgres set log_statement = 'none';
    alter role postgres set track_io_timing = on;
    alter role postgres set auto_explain.log_min_duration = '1s';
    alter role authenticator set session_preload_libraries = 'safeupdate';`,
  );
  project.write(
    "migrations/20260104000000_event_triggers.sql",
    `create table public.ddl (tag text, who text);
    create function public.note_ddl() returns event_trigger language plpgsql as $$ begin
      insert into public.ddl values (tg_tag, current_user);
    end $$;
    -- A comment before it, and a quoted name.
    create event trigger "note ddl" on ddl_command_end
      when tag in ('CREATE TABLE', 'CREATE TRIGGER')
      execute function public.note_ddl();
    create event trigger note_drop on sql_drop execute procedure note_ddl();
    create table public.after_it (id int primary key);
    grant select on public.after_it to anon, authenticated;
    do $$ begin perform 1; end $$;`,
  );
  project.write(
    "migrations/20260105000000_publications.sql",
    `create publication everything for all tables with (publish = 'insert, update');
    create publication some for tables in schema public;
    drop publication if exists supabase_realtime;
    create publication supabase_realtime for all tables;`,
  );
  const log = (line: string) => logged.push(line);
  backend = await startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS, log });
  database = new pg.Client(backend.urls.db);
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await backend?.stop();
  project.remove();
});

const rows = async (sql: string) => (await database.query(sql)).rows;

test("applies a migration's settings of REST, of the database and of roles", async () => {
  const guest = createClient(backend.urls.api, backend.keys.publishable);
  expect((await guest.from("after_it").select("id.count()")).data).toEqual([{ count: 0 }]);
  const answer = await fetch(`${backend.urls.api}/rest/v1/after_it`, {
    headers: { apikey: backend.keys.publishable },
  });
  expect(answer.headers.get("x-checked")).toBe("yes");
  expect(await rows("show log_min_duration_statement")).toEqual([
    { log_min_duration_statement: "10s" },
  ]);
  expect(await rows("show track_io_timing")).toEqual([{ track_io_timing: "on" }]);
});

test("ignores a library that does not come with PostgreSQL, and logs a line", () => {
  expect(logged).toContainEqual(expect.stringContaining("session_preload_libraries"));
});

test("makes postgres the owner of a migration's event triggers, which fire for its statements", async () => {
  expect(
    await rows(`select evtname, evtevent, evttags, evtowner::regrole::text as owner
      from pg_event_trigger where evtname like 'note%' order by 1`),
  ).toEqual([
    {
      ...{ evtname: "note ddl", evtevent: "ddl_command_end", owner: "postgres" },
      evttags: ["CREATE TABLE", "CREATE TRIGGER"],
    },
    { evtname: "note_drop", evtevent: "sql_drop", evttags: null, owner: "postgres" },
  ]);
  const fired = () => rows("select tag, who from public.ddl");
  const inMigrations = [
    { tag: "CREATE TABLE", who: "postgres" },
    { tag: "DROP PUBLICATION", who: "postgres" },
  ];
  expect(await fired()).toEqual(inMigrations);
  await database.query("create table public.later (id int); drop table public.later");
  expect(await fired()).toEqual([
    ...inMigrations,
    { tag: "CREATE TABLE", who: "postgres" },
    { tag: "DROP TABLE", who: "postgres" },
  ]);
  await database.query("drop event trigger note_drop");
});

test("does not fire event triggers for the services, which are superusers", async () => {
  const before = await rows("select count(*) from public.ddl");
  const client = createClient(backend.urls.api, backend.keys.publishable);
  const channel = client.channel("changes");
  const status = await new Promise((resolve) => {
    channel
      .on("postgres_changes", { event: "*", schema: "public", table: "after_it" }, () => undefined)
      .subscribe(resolve);
  });
  expect(status).toBe("SUBSCRIBED");
  // A subscription to changes adds the trigger to published tables.
  await expect
    .poll(() => rows("select count(*) from pg_trigger where tgname = 'realtime_note_change'"))
    .not.toEqual([{ count: "0" }]);
  expect(await rows("select count(*) from public.ddl")).toEqual(before);
  await client.removeAllChannels();
});

test("makes postgres the owner of publications of all tables and of a schema", async () => {
  expect(
    await rows(`select pubname, puballtables, pubupdate, pubdelete, pubowner::regrole::text as owner
      from pg_publication order by 1`),
  ).toEqual([
    {
      pubname: "everything",
      puballtables: true,
      pubupdate: true,
      pubdelete: false,
      owner: "postgres",
    },
    { pubname: "some", puballtables: false, pubupdate: true, pubdelete: true, owner: "postgres" },
    {
      ...{ pubname: "supabase_realtime", puballtables: true, pubupdate: true, pubdelete: true },
      owner: "postgres",
    },
  ]);
  expect(await rows("select rolsuper from pg_roles where rolname = 'postgres'")).toEqual([
    { rolsuper: false },
  ]);
});

test("refuses event triggers outside of migrations, and publications of all tables by other roles", async () => {
  await expect(
    database.query(
      "create event trigger plain on ddl_command_end execute function public.note_ddl()",
    ),
  ).rejects.toThrow("permission denied to create event trigger");
  await database.query("set role anon");
  await expect(
    database.query("select local_backend.create_publication('x', null, '{}')"),
  ).rejects.toThrow("permission denied");
  await database.query("reset role");
});
