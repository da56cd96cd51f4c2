import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const project = createProject();
const logged: string[] = [];

const start = (config = {}) =>
  startLocalBackend({
    ...{ dir: project.dir, dataDir: project.dataDir, ports: FREE_PORTS, config },
    log: (line) => logged.push(line),
  });

async function changeAsOwner(backend: LocalBackend, sql: string): Promise<void> {
  const { passwords } = JSON.parse(readFileSync(join(backend.dataDir, "keys.json"), "utf8"));
  const url = new URL(backend.urls.db);
  url.username = "supabase_admin";
  url.password = passwords.supabase_admin;
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function rowsOf(backend: LocalBackend, sql: string): Promise<unknown[]> {
  const client = new pg.Client(backend.urls.db);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Turns the database into one that an older version created. */
const OLDER = `
  drop function storage.search_v2;
  drop function storage.list_objects_with_delimiter;
  drop table auth.webauthn_challenges;
  alter table storage.objects drop column archived_at;
  alter table storage.buckets drop column type;
  drop index storage.idx_objects_bucket_id_name_lower;
  drop schema graphql_public;
  drop extension pgcrypto;
  create extension pgcrypto with schema extensions;
  grant anon, authenticated, service_role, authenticator to postgres with admin true;
  create role worker;
  grant anon to worker with inherit true, set false granted by postgres;
  revoke usage on schema extensions from anon, authenticated, service_role;
  grant usage on schema extensions to public;
  alter table cron.job alter column jobname type text;
  alter sequence cron.jobid_seq rename to job_jobid_seq;
  alter sequence cron.runid_seq rename to job_run_details_runid_seq;
  create or replace function realtime.note_change() returns trigger language plpgsql
    as $$ begin return null; end $$;
  update local_backend.state set fingerprint = 'older';`;

/** The project's own changes, which an update must keep. */
const PROJECT = `
  alter role anon set statement_timeout = '7s';
  revoke usage on schema public from public, anon;
  create policy mine on storage.objects for select to anon using (true);
  create function public.greet() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger greets after insert on auth.users for each row execute function public.greet();
  create view public.stored as select name from storage.objects;`;

const KEPT = `select
  (select setconfig::text from pg_db_role_setting
    where setrole = 'anon'::regrole and setdatabase = 0) as timeout,
  has_schema_privilege('anon', 'public', 'usage') as may_use,
  (select count(*)::int from pg_policies where policyname = 'mine') as policies,
  (select count(*)::int from pg_trigger where tgname = 'greets') as triggers,
  (select array_agg(name) from public.stored) as names,
  (select array_agg(email::text) from auth.users) as people`;

let backend: LocalBackend;
let before: unknown[];

beforeAll(async () => {
  const first = await start();
  const service = createClient(first.urls.api, first.keys.secret);
  await service.storage.createBucket("papers");
  await service.storage.from("papers").upload("a/b.txt", "kept");
  await service.auth.admin.createUser({ email: "ann@example.com", password: "correct horse" });
  await changeAsOwner(first, `${PROJECT} ${OLDER}`);
  before = await rowsOf(first, KEPT);
  await first.stop();
  backend = await start();
});
afterAll(async () => {
  await backend?.stop();
  project.remove();
});

test("at startup, updates the services' tables in a database that an older version created", async () => {
  expect(logged).toContainEqual(expect.stringContaining("are now up to date"));
  const service = createClient(backend.urls.api, backend.keys.secret);
  const { data, error } = await service.storage.from("papers").listV2({ with_delimiter: true });
  expect(error).toBeNull();
  expect(data?.folders).toMatchObject([{ key: "a" }]);
  const file = await service.storage.from("papers").download("a/b.txt");
  expect(await file.data?.text()).toBe("kept");
  const found = await rowsOf(
    backend,
    `select to_regclass('auth.webauthn_challenges')::text as challenges,
      to_regclass('storage.idx_objects_bucket_id_name_lower')::text as index,
      to_regnamespace('graphql_public')::text as graphql,
      (select count(*)::int from information_schema.columns where (table_name, column_name)
        in (('objects', 'archived_at'), ('buckets', 'type'))) as columns,
      (select data_type from information_schema.columns where table_schema = 'cron'
        and table_name = 'job' and column_name = 'jobname') as jobname,
      (select prosrc like '%realtime_changes%' from pg_proc where proname = 'note_change') as told`,
  );
  expect(found).toEqual([
    {
      challenges: "auth.webauthn_challenges",
      index: "storage.idx_objects_bucket_id_name_lower",
      ...{ graphql: "graphql_public", columns: 2, jobname: "name", told: true },
    },
  ]);
});

test("makes postgres the owner of an older database's extensions, and grants usage on their schema to the same roles as hosted Supabase", async () => {
  expect(
    await rowsOf(
      backend,
      `select (select extowner::regrole::text from pg_extension where extname = 'pgcrypto') as owner,
        array(select grantee::regrole::text from pg_namespace, aclexplode(nspacl)
          where nspname = 'extensions' and privilege_type = 'USAGE'
            and grantee::regrole::text not like 'supabase%' order by 1) as users`,
    ),
  ).toEqual([
    {
      owner: "postgres",
      users: ["anon", "authenticated", "dashboard_user", "postgres", "service_role"],
    },
  ]);
  await rowsOf(backend, "drop extension pgcrypto; create extension pgcrypto schema extensions");
});

test("revokes postgres's admin option on the API's roles in an older database, and keeps the roles' members", async () => {
  expect(
    await rowsOf(
      backend,
      `select inherit_option, set_option, admin_option from pg_auth_members
        where roleid = 'anon'::regrole and member = 'worker'::regrole`,
    ),
  ).toEqual([{ inherit_option: true, set_option: false, admin_option: false }]);
  await expect(rowsOf(backend, "alter role anon bypassrls")).rejects.toThrow("permission denied");
});

test("keeps the rows and the project's own changes when it updates an older database", async () => {
  expect(before).toMatchObject([
    {
      ...{ timeout: "{statement_timeout=7s}", may_use: false, policies: 1, triggers: 1 },
      ...{ names: ["a/b.txt"], people: ["ann@example.com"] },
    },
  ]);
  expect(await rowsOf(backend, KEPT)).toEqual(before);
});

test("does not fire the project's event triggers when it updates the services' tables as a superuser", async () => {
  await changeAsOwner(
    backend,
    `create table public.seen (who text);
    create function public.spy() returns event_trigger language plpgsql
      as $$ begin insert into public.seen values (current_user); end $$;
    create event trigger spies on ddl_command_end execute function public.spy();
    delete from public.seen;
    update local_backend.state set fingerprint = 'older';`,
  );
  await backend.stop();
  logged.length = 0;
  backend = await start();
  expect(logged).toContainEqual(expect.stringContaining("are now up to date"));
  expect(await rowsOf(backend, "select who from public.seen")).toEqual([]);
});

test("does not update a database of the current version, even if auto_expose_new_tables changes", async () => {
  await backend.stop();
  logged.length = 0;
  backend = await start();
  expect(logged.join("\n")).not.toContain("another version");
  await backend.stop();
  logged.length = 0;
  backend = await start({ api: { auto_expose_new_tables: true } });
  expect(logged).toContainEqual(expect.stringContaining("api.auto_expose_new_tables has changed"));
  expect(logged.join("\n")).not.toContain("another version");
});

test("starts with the unchanged database and logs the reason if the update of the services' tables fails", async () => {
  await changeAsOwner(
    backend,
    `drop function storage.search_v2;
    drop function storage.get_common_prefix;
    create function storage.get_common_prefix(p_key text, p_prefix text, p_delimiter text)
      returns text language sql as $$ select '' $$;
    update local_backend.state set fingerprint = 'older';`,
  );
  await backend.stop();
  logged.length = 0;
  backend = await start();
  expect(logged).toContainEqual(
    expect.stringMatching(
      /could not be updated: must be owner of function get_common_prefix.+a reset/,
    ),
  );
  expect(await rowsOf(backend, "select fingerprint from local_backend.state")).toEqual([
    { fingerprint: "older" },
  ]);
});
