import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const project = createProject();
/** The longest name that PostgreSQL does not truncate. */
const LONG = "w".repeat(63);
let backend: LocalBackend;

const start = () =>
  startLocalBackend({ dir: project.dir, dataDir: project.dataDir, ports: FREE_PORTS });

beforeAll(async () => {
  project.write(
    "migrations/20260103000000_roles.sql",
    `create role worker login password 'secret';
    grant worker to postgres;
    grant create on schema public to worker;
    create table public.jobs (id int primary key);
    alter table public.jobs owner to worker;
    create role aside_x;
    comment on role aside_x is 'a comment of the project';
    create role ${LONG};
    grant aside_x, ${LONG} to postgres;
    grant create on schema public to aside_x, ${LONG};
    create table public.drafts (id int primary key);
    alter table public.drafts owner to aside_x;
    create table public.letters (id int primary key);
    alter table public.letters owner to ${LONG};
    grant anon to worker;
    alter role worker set work_mem = '7MB';
    alter role anon set statement_timeout = '7s';
    alter role anon in database postgres set work_mem = '8MB';
    alter database postgres set log_min_duration_statement = '10s';`,
  );
  backend = await start();
});
afterAll(async () => {
  await backend?.stop();
  project.remove();
});

async function query(sql: string, url = backend.urls.db): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const state = async () => ({
  settings: await query(`select setrole::regrole::text as role, setdatabase > 0 as local, setconfig
    from pg_db_role_setting where setdatabase in
      (0, (select oid from pg_database where datname = current_database())) order by 1, 2`),
  members: await query(`select roleid::regrole::text as role, member::regrole::text as member
    from pg_auth_members order by 1, 2`),
  roles: await query("select rolname from pg_roles order by 1"),
  databases: await query("select datname from pg_database where datname ~ 'next$' order by 1"),
  comments: await query(
    "select rolname, shobj_description(oid, 'pg_authid') as comment from pg_roles order by 1",
  ),
  owners: await query(
    "select tablename, tableowner from pg_tables where schemaname = 'public' order by 1",
  ),
});

test("rebuilds the roles, their members and all settings of the migrations at a reset", async () => {
  const before = await state();
  expect(before.owners).toEqual(
    expect.arrayContaining([
      { tablename: "drafts", tableowner: "aside_x" },
      { tablename: "jobs", tableowner: "worker" },
      { tablename: "letters", tableowner: LONG },
    ]),
  );
  await query(
    `create table public.kept (id int); alter table public.kept owner to worker;
    alter database postgres set work_mem = '9MB'`,
  );
  for (const _reset of ["builds the state", "copies the state"]) {
    await backend.reset();
    expect(await state()).toEqual(before);
    expect(await query("show log_min_duration_statement")).toEqual([
      { log_min_duration_statement: "10s" },
    ]);
  }
});

const CHANGE_SETTINGS = `select local_backend.alter_role_setting('anon', null, 'work_mem', '{5MB}');
  alter role postgres set work_mem = '6MB'`;

test("restores the settings of the API's roles and of postgres at every reset", async () => {
  const before = await state();
  for (const _reset of ["first", "second"]) {
    await query(CHANGE_SETTINGS);
    expect((await state()).settings).not.toEqual(before.settings);
    await backend.reset();
    expect(await state()).toEqual(before);
  }
});

test("rebuilds a template database that an older version of the local backend created", async () => {
  const before = await state();
  await query("comment on database local_backend_snapshot is '0f3c'", ownerUrl("template1"));
  await query(CHANGE_SETTINGS);
  await backend.reset();
  expect(await state()).toEqual(before);
});

test("keeps the settings of roles if a reset fails to copy the template database", async () => {
  const before = await state();
  await query(CHANGE_SETTINGS);
  const changed = await state();
  // PostgreSQL cannot copy a database while another client is connected to it.
  const other = new pg.Client(ownerUrl("local_backend_snapshot"));
  await other.connect();
  try {
    await expect(backend.reset()).rejects.toThrow("being accessed by other users");
  } finally {
    await other.end();
  }
  expect(await state()).toEqual(changed);
  await backend.reset();
  expect(await state()).toEqual(before);
});

test("restores all roles and settings if a migration fails during a reset", async () => {
  const before = await state();
  const failing = "migrations/20260104000000_failing.sql";
  project.write(
    failing,
    `create role later; alter database postgres set work_mem = '9MB';
    alter role worker in database postgres set work_mem = '9MB';
    alter role anon set statement_timeout = '9s'; alter role authenticated set work_mem = '9MB';`,
  );
  project.write("migrations/20260105000000_failing.sql", "select 1 / 0;");
  await expect(backend.reset()).rejects.toMatchObject({ code: "migration_failed" });
  expect(await state()).toEqual(before);
  rmSync(join(project.dir, failing));
  rmSync(join(project.dir, "migrations/20260105000000_failing.sql"));
  await backend.reset();
  expect(await state()).toEqual(before);
});

test("a reset removes the role settings of a deleted migration", async () => {
  const before = await state();
  const deleted = "migrations/20260104000000_deleted.sql";
  project.write(
    deleted,
    "alter role anon set statement_timeout = '9s'; alter role authenticated set work_mem = '9MB';",
  );
  await backend.reset();
  expect((await state()).settings).not.toEqual(before.settings);
  rmSync(join(project.dir, deleted));
  await backend.reset();
  expect(await state()).toEqual(before);
});

function ownerUrl(database: string): string {
  const { passwords } = JSON.parse(readFileSync(join(backend.dataDir, "keys.json"), "utf8"));
  const url = new URL(backend.urls.db);
  url.username = "supabase_admin";
  url.password = passwords.supabase_admin;
  url.pathname = `/${database}`;
  return url.href;
}

async function restart(): Promise<void> {
  await backend.stop();
  backend = await start();
}

test("keeps all rows and roles at an ordinary start", async () => {
  await query("insert into public.jobs values (1)", ownerUrl("postgres"));
  const before = await state();
  await restart();
  expect(await state()).toEqual(before);
  expect(await query("select id from public.jobs")).toEqual([{ id: 1 }]);
});

test("keeps all rows and roles if a reset can rename only some of the roles", async () => {
  // Create a role with the temporary name that the reset would give to the last role.
  await query(
    `do $$ begin
      execute format('create role %I', 'aside_' || '${LONG}'::regrole::oid);
    end $$`,
    ownerUrl("postgres"),
  );
  const before = await state();
  const rebuilt = "migrations/20260104000000_rebuilt.sql";
  project.write(rebuilt, "select 1;");
  await expect(backend.reset()).rejects.toThrow("already exists");
  expect(await state()).toEqual(before);
  rmSync(join(project.dir, rebuilt));
  await restart();
  expect(await state()).toEqual(before);
  expect(await query("select id from public.jobs")).toEqual([{ id: 1 }]);
  await query(
    `do $$ begin
      execute format('drop role %I', 'aside_' || '${LONG}'::regrole::oid);
    end $$`,
    ownerUrl("postgres"),
  );
});

test("keeps all rows and roles if the reset was killed during its migrations", async () => {
  const before = await state();
  const endless = "migrations/20260104000000_endless.sql";
  project.write(endless, "create role later; select pg_sleep(600);");
  const reset = backend.reset().catch((error: unknown) => error);
  const sleeping =
    "from pg_stat_activity where query like '%pg_sleep(600)%' and pid <> pg_backend_pid()";
  await expect
    .poll(() => query(`select datname ${sleeping}`, ownerUrl("postgres")), { timeout: 40_000 })
    .toEqual([{ datname: "local_backend_snapshot" }]);
  // Imitate a kill: without its connection to `template1`, the reset cannot undo its changes.
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'template1';
    select pg_terminate_backend(pid) ${sleeping}`,
    ownerUrl("postgres"),
  );
  expect(await reset).toBeInstanceOf(Error);
  rmSync(join(project.dir, endless));
  await query(
    "create table public.late (id int); alter table public.late owner to worker",
    ownerUrl("postgres"),
  );
  await restart();
  const after = await state();
  expect(after).toEqual({
    settings: expect.arrayContaining(before.settings),
    members: expect.arrayContaining(before.members),
    roles: expect.arrayContaining(before.roles),
    databases: [],
    comments: expect.arrayContaining(before.comments),
    owners: expect.arrayContaining(before.owners),
  });
  expect(after.roles).not.toContainEqual({ rolname: "later" });
  expect(after.owners.map(({ tablename }) => tablename)).toContain("late");
  expect(await query("select id from public.jobs")).toEqual([{ id: 1 }]);
  await backend.reset();
  expect(await state()).toEqual(before);
});

test("completes a reset at the next start if the reset was killed after it deleted the old database", async () => {
  // The new database below does not have the settings of the old one, so compare the rest only.
  const { settings: settingsBefore, ...before } = await state();
  await query(CHANGE_SETTINGS);
  // Imitate an interrupted reset: rename a role that only the old database used.
  await query(
    `create role old;
    do $$ declare record text := json_build_object('settings', '[]'::json, 'roles',
      json_build_array(json_build_object('oid', 'old'::regrole::oid::text, 'name', 'worker'))); begin
      execute format('alter role old rename to %I', 'aside_' || 'old'::regrole::oid);
      create role local_backend_reset;
      execute format('comment on role local_backend_reset is %L', record);
    end $$`,
    ownerUrl("template1"),
  );
  await query(
    "create database local_backend_next template local_backend_snapshot",
    ownerUrl("template1"),
  );
  await query("drop database postgres with (force)", ownerUrl("template1"));
  await restart();
  const after = await state();
  expect(after).toMatchObject(before);
  expect(after.settings.filter(({ local }) => local === false)).toEqual(
    settingsBefore.filter(({ local }) => local === false),
  );
});
