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
    create function public.configure_rest() returns void language sql as $$
      select set_config('pgrst.db_plan_enabled', 'true', true);
    $$;
    grant execute on function public.configure_rest() to authenticator;
    alter role authenticator set pgrst.db_pre_config = 'public.configure_rest';
    alter role authenticator set pgrst.jwt_cache_max_lifetime = '60';
    alter role authenticator set pgrst.log_level = 'info';
    notify pgrst, 'reload config';
    alter database postgres set log_min_duration_statement = '10s';
    alter role postgres set log_statement = 'none';
    alter role postgres set track_io_timing = on;
    alter role postgres set auto_explain.log_min_duration = '1s';
    alter role postgres set auto_explain.log_level = 'info';
    alter role postgres set auto_explain.log_parameter_max_length = '0';
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
  project.write(
    "migrations/20260106000000_roles.sql",
    `create role worker;
    grant anon, authenticated to worker;
    revoke anon from worker;
    grant anon, authenticated, service_role to postgres;
    revoke anon from postgres, authenticator;
    ALTER ROLE "anon" SET "statement_timeout" TO '7s';
    alter role anon set search_path = public, "$user", 'Other one';
    alter role anon in database postgres set work_mem to '8MB';
    alter role anon in database postgres set timezone = 'Asia/Kathmandu';
    alter role authenticated reset statement_timeout;`,
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

test("applies a migration's settings for REST, the database and roles", async () => {
  const guest = createClient(backend.urls.api, backend.keys.publishable);
  expect((await guest.from("after_it").select("id.count()")).data).toEqual([{ count: 0 }]);
  const answer = await fetch(`${backend.urls.api}/rest/v1/after_it`, {
    headers: { apikey: backend.keys.publishable },
  });
  expect(answer.headers.get("x-checked")).toBe("yes");
  // PostgREST calls the function in `db_pre_config` when it reloads its configuration.
  await database.query("notify pgrst, 'reload config'");
  await expect
    .poll(async () => (await guest.from("after_it").select().explain({ format: "json" })).data)
    .toEqual([{ Plan: expect.anything() }]);
  expect(await rows("show log_min_duration_statement")).toEqual([
    { log_min_duration_statement: "10s" },
  ]);
  expect(await rows("show track_io_timing")).toEqual([{ track_io_timing: "on" }]);
});

test("applies a migration's settings and members of the API's roles", async () => {
  expect(
    await rows(`select setrole::regrole::text as role, setdatabase > 0 as local, setconfig
      from pg_db_role_setting where setrole in ('anon'::regrole, 'authenticated'::regrole) order by 1, 2`),
  ).toEqual([
    {
      ...{ role: "anon", local: false },
      setconfig: ["statement_timeout=7s", 'search_path=public, "$user", "Other one"'],
    },
    { role: "anon", local: true, setconfig: ["work_mem=8MB", "TimeZone=Asia/Kathmandu"] },
  ]);
  expect(
    await rows(
      "select roleid::regrole::text as role from pg_auth_members where member = 'worker'::regrole",
    ),
  ).toEqual([{ role: "authenticated" }]);
  // The migration's `revoke` does not end these memberships, because `postgres` did not grant them.
  expect(
    await rows(
      `select member::regrole::text, admin_option from pg_auth_members
        where roleid = 'anon'::regrole order by 1`,
    ),
  ).toEqual([
    { member: "authenticator", admin_option: false },
    { member: "postgres", admin_option: false },
  ]);
});

test.each([
  "alter role anon bypassrls",
  "alter role service_role nobypassrls",
  "alter role authenticator password 'x'",
  "alter role anon login",
  "alter role authenticated rename to members",
  "drop role anon",
  "create role x1; grant authenticator to x1",
  "create role x1 in role authenticator",
  "grant anon to postgres with admin option",
  "do $$ begin execute 'alter role anon bypassrls'; end $$",
  "select local_backend.alter_role_setting('supabase_admin', null, 'work_mem', '{8MB}')",
  "select local_backend.alter_role_setting('anon', null, 'log_connections', '{on}')",
  "select local_backend.alter_role_setting('anon', null, 'pgrst.jwt_secret', '{x}')",
  "select local_backend.change_membership(true, '{authenticator}', '{worker}')",
  "select local_backend.change_membership(true, '{anon}', '{supabase_admin}')",
])(
  "like hosted Supabase, refuses the statement to every client that connects as postgres: %s",
  async (statement) => {
    await database.query("begin");
    try {
      await expect(database.query(statement)).rejects.toMatchObject({ code: "42501" });
    } finally {
      await database.query("rollback");
    }
  },
);

test("lets postgres set the reserved parameters that hosted Supabase allows, and no others", async () => {
  const may = (name: string) => rows(`select has_parameter_privilege('${name}', 'set') as may`);
  expect(await may("log_min_error_statement")).toEqual([{ may: true }]);
  expect(await may("pgaudit.log")).toEqual([{ may: true }]);
  for (const name of ["pgaudit.log_parameter", "pgrst.jwt_secret", "lo_compat_privileges"]) {
    expect(await may(name)).toEqual([{ may: false }]);
  }
});

test("logs a warning about session_preload_libraries with a library that does not come with PostgreSQL", () => {
  expect(logged).toContainEqual(expect.stringContaining("session_preload_libraries"));
});

test("makes postgres the owner of a migration's event triggers, and fires them for statements of postgres", async () => {
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

test("does not fire event triggers for statements of the services, which connect as superusers", async () => {
  const before = await rows("select count(*) from public.ddl");
  const client = createClient(backend.urls.api, backend.keys.publishable);
  const channel = client.channel("changes");
  const status = await new Promise((resolve) => {
    channel
      .on("postgres_changes", { event: "*", schema: "public", table: "after_it" }, () => undefined)
      .subscribe(resolve);
  });
  expect(status).toBe("SUBSCRIBED");
  await expect
    .poll(() => rows("select count(*) from pg_trigger where tgname = 'realtime_note_change'"))
    .not.toEqual([{ count: "0" }]);
  expect(await rows("select count(*) from public.ddl")).toEqual(before);
  await client.removeAllChannels();
});

test("makes postgres the owner of a publication for all tables and of a publication for a schema", async () => {
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

test("refuses event triggers outside migrations, and publications of all tables by roles other than postgres", async () => {
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
