import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LocalBackend } from "../../src/lifecycle/local-backend.ts";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const project = createProject();
let backend: LocalBackend;
let database: pg.Client;
let service: SupabaseClient;

beforeAll(async () => {
  project.write(
    "migrations/20260103000000_ends_elsewhere.sql",
    "set role anon; set search_path = nowhere; set statement_timeout = 1;",
  );
  project.write(
    "migrations/20260104000000_begins_at_home.sql",
    "create table who as select current_user::text as name, current_setting('search_path') as path;",
  );
  project.write(
    "migrations/20260105000000_jobs.sql",
    `create extension if not exists pg_cron with schema pg_catalog;
    create extension pg_net;
    create extension if not exists unaccent with schema extensions;
    create extension if not exists btree_gin with schema extensions;
    create collation public.german (provider = icu, locale = 'de');
    create table public.people (name text collate public.german, org int);
    create index on public.people using gin (org);
    insert into public.people values ('Zoe'), ('Ähre'), ('Bär');
    create table public.found as select extname::text, extnamespace::regnamespace::text as schema
      from pg_extension where extname in ('pg_cron', 'pg_net');`,
  );
  backend = await startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS });
  database = new pg.Client(backend.urls.db);
  await database.connect();
  service = createClient(backend.urls.api, backend.keys.secret);
});
afterAll(async () => {
  await database?.end();
  await backend?.stop();
  project.remove();
});

const rows = async (sql: string) => (await database.query(sql)).rows;

test("gives postgres, authenticator, service_role and anon the attributes that they have on hosted Supabase", async () => {
  const roles = await rows(`select rolname, rolsuper, rolcanlogin, rolinherit, rolcreaterole,
      rolcreatedb, rolreplication, rolbypassrls
    from pg_roles where rolname in ('postgres', 'authenticator', 'service_role', 'anon')
    order by 1`);
  const none = { rolsuper: false, rolcanlogin: false, rolinherit: false, rolbypassrls: false };
  expect(roles).toMatchObject([
    { rolname: "anon", ...none },
    { rolname: "authenticator", ...none, rolcanlogin: true },
    {
      rolname: "postgres",
      ...{ rolsuper: false, rolcanlogin: true, rolinherit: true, rolcreaterole: true },
      ...{ rolcreatedb: true, rolreplication: true, rolbypassrls: true },
    },
    { rolname: "service_role", ...none, rolbypassrls: true },
  ]);
  const members = await rows(`select r.rolname as role, m.rolname as member from pg_auth_members a
    join pg_roles r on r.oid = a.roleid join pg_roles m on m.oid = a.member
    where m.rolname in ('postgres', 'authenticator')`);
  const of = (member: string) =>
    members.filter((row) => row.member === member).map(({ role }) => role);
  expect(of("authenticator").sort()).toEqual(["anon", "authenticated", "service_role"]);
  expect(of("postgres")).toEqual(
    expect.arrayContaining(["supabase_storage_admin", "supabase_realtime_admin"]),
  );
  expect(of("postgres")).not.toContain("supabase_admin");
});

test("sets logical WAL, 32 MB of shared buffers, UTF-8, SCRAM passwords, search_path, statement timeouts of roles and the publication", async () => {
  const shown = async (name: string) => (await rows(`show ${name}`))[0]?.[name];
  expect(await shown("wal_level")).toBe("logical");
  expect(await shown("shared_buffers")).toBe("32MB");
  expect(await shown("server_encoding")).toBe("UTF8");
  expect(await shown("compute_query_id")).toBe("on");
  expect(await shown("password_encryption")).toBe("scram-sha-256");
  expect(await shown("search_path")).toBe('"$user", public, extensions');
  const timeouts = await rows(`select rolname, rolconfig from pg_roles
    where rolname in ('anon', 'authenticated') order by 1`);
  expect(timeouts).toEqual([
    { rolname: "anon", rolconfig: ["statement_timeout=3s"] },
    { rolname: "authenticated", rolconfig: ["statement_timeout=8s"] },
  ]);
  expect(
    await rows("select pubname, pubowner::regrole::text as owner from pg_publication"),
  ).toEqual([{ pubname: "supabase_realtime", owner: "postgres" }]);
});

test("starts a migration with the role postgres and the usual search_path, even if the previous migration changed both", async () => {
  expect(await rows("select * from who")).toEqual([
    { name: "postgres", path: '"$user", public, extensions' },
  ]);
});

test("the functions of the auth schema return the claims of the request, or null without claims", async () => {
  const ask = `select auth.uid() as uid, auth.role() as role, auth.email() as email,
    auth.jwt() ->> 'aal' as aal`;
  const none = [{ uid: null, role: null, email: null, aal: null }];
  expect(await rows(ask)).toEqual(none);
  await database.query("select set_config('request.jwt.claims', '', false)");
  expect(await rows(ask)).toEqual(none);
  const sub = "00000000-0000-4000-8000-000000000001";
  const claims = { sub, role: "authenticated", email: "a@b.c", aal: "aal2" };
  await database.query("select set_config('request.jwt.claims', $1, false)", [
    JSON.stringify(claims),
  ]);
  expect(await rows(ask)).toEqual([
    { uid: sub, role: "authenticated", email: "a@b.c", aal: "aal2" },
  ]);
  await database.query("reset all");
});

test("REST finds a new table without a restart, and denies access to it until a grant", async () => {
  await database.query("create table public.fresh (id int); insert into public.fresh values (1)");
  await expect.poll(async () => (await service.from("fresh").select()).error?.code).toBe("42501");
  await database.query("grant select on public.fresh to service_role");
  expect((await service.from("fresh").select()).data).toEqual([{ id: 1 }]);
});

test("lets the anonymous role call a new function until EXECUTE is revoked from PUBLIC", async () => {
  await database.query(
    "create function public.hello() returns text language sql as $$ select 'hi' $$",
  );
  const guest = createClient(backend.urls.api, backend.keys.publishable);
  await expect.poll(async () => (await guest.rpc("hello")).data).toBe("hi");
  await database.query("revoke execute on function public.hello() from public");
  expect((await guest.rpc("hello")).error?.code).toBe("42501");
});

test("lists pg_cron and pg_net in pg_extension after a migration creates them", async () => {
  expect(await rows("select * from found order by 1")).toEqual([
    { extname: "pg_cron", schema: "pg_catalog" },
    { extname: "pg_net", schema: "extensions" },
  ]);
  await database.query("create extension if not exists pg_cron");
});

test("supports unaccent, btree_gin and collations of ICU", async () => {
  expect(await rows("select extensions.unaccent(name) as name from people order by name")).toEqual([
    ...[{ name: "Ahre" }, { name: "Bar" }, { name: "Zoe" }],
  ]);
});

test("lets postgres use the roles of hosted Supabase in grants and policies, drop an extension and read pg_authid", async () => {
  await database.query(`begin;
    grant usage on schema graphql_public to dashboard_user, supabase_functions_admin;
    create policy p on found to supabase_read_only_user, supabase_replication_admin using (true);
    drop extension "uuid-ossp";
    select from pg_authid;
    rollback`);
});

test("lists no emulated or unsupported extension as available, and rejects calls to vault and graphql_public", async () => {
  const names = ["pg_cron", "pg_net", "supabase_vault", "pg_graphql", "postgis", "vector", "pgtap"];
  const found = await database.query(
    "select name from pg_available_extensions where name = any ($1)",
    [names],
  );
  expect(found.rows).toEqual([]);
  await expect(database.query("select vault.create_secret('a')")).rejects.toThrow("vault");
  expect((await service.schema("graphql_public").rpc("graphql")).error?.code).toBe("PGRST106");
});

test("grants API roles access to new tables if auto_expose_new_tables is true, as in older hosted projects", async () => {
  const older = await startLocalBackend({
    dir: project.dir,
    memory: true,
    ports: FREE_PORTS,
    config: { api: { auto_expose_new_tables: true } },
  });
  try {
    const client = createClient(older.urls.api, older.keys.publishable);
    expect((await client.from("who").select("name")).data).toEqual([{ name: "postgres" }]);
    const closed = createClient(backend.urls.api, backend.keys.publishable);
    expect((await closed.from("who").select("name")).error?.code).toBe("42501");
  } finally {
    await older.stop();
  }
});
