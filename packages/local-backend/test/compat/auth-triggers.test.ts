import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AuthWorld, createAuthWorld } from "./auth-people.ts";

let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.database.query(`
    create schema if not exists private;
    create table if not exists private.seen (email text);
    create or replace function private.see_user() returns trigger
      language plpgsql security definer set search_path = ''
      as $$ begin insert into private.seen values (new.email); return new; end $$;
    truncate private.seen`);
});

const run = (sql: string) => world.database.query(sql);

async function seen(): Promise<string[]> {
  const { rows } = await run("select email from private.seen order by email");
  return rows.map(({ email }) => email);
}

describe("the local backend", () => {
  test("lets postgres create, replace and drop a trigger on auth.users", async () => {
    const create = `create trigger on_new_user after insert on auth.users
      for each row execute function private.see_user()`;
    // Like the migrations in Supabase's guides, drop the trigger before creating it, even if none
    // exists.
    for (const email of ["first@example.test", "second@example.test"]) {
      await run(`drop trigger if exists on_new_user on auth.users; ${create}`);
      await world.admin.auth.admin.createUser({ email });
    }
    expect(await seen()).toEqual(["first@example.test", "second@example.test"]);
    await run("drop trigger on_new_user on auth.users");
    await world.admin.auth.admin.createUser({ email: "third@example.test" });
    expect(await seen()).toHaveLength(2);
  });

  test("lets postgres create, change and drop a policy on auth.users", async () => {
    await run(`
      create policy "own row" on auth.users for select to authenticated using (auth.uid() = id);
      alter policy "own row" on auth.users using ((select auth.uid()) = id);
      drop policy "own row" on auth.users`);
  });

  test("lets postgres use storage and realtime tables in policies, triggers, grants and foreign keys", async () => {
    await run(`
      create policy "own" on storage.objects for select to authenticated using (owner_id = 'me');
      create policy "own" on storage.buckets for select to authenticated using (owner_id = 'me');
      create policy "own" on realtime.messages for select to authenticated using (true);
      drop policy "own" on storage.objects;
      drop policy "own" on storage.buckets;
      drop policy "own" on realtime.messages;
      create trigger see after insert on storage.objects
        for each row execute function private.see_user();
      drop trigger if exists see on storage.objects;
      grant select on storage.objects to service_role;
      alter default privileges in schema storage grant select on tables to service_role;
      create table public.files (id uuid primary key references storage.objects on delete cascade);
      drop table public.files`);
  });

  test("lets postgres create and drop foreign keys to auth.users", async () => {
    await run(`
      create table public.profiles_probe (id uuid primary key references auth.users on delete cascade);
      drop table public.profiles_probe`);
  });
});

describe("Auth", () => {
  test("returns the database error of hosted Supabase if a trigger function names a table without its schema", async () => {
    await run(`
      create table public.members (id uuid);
      create function public.add_member() returns trigger language plpgsql security definer
        as $$ begin insert into members values (new.id); return new; end $$;
      create trigger add_member after insert on auth.users
        for each row execute function public.add_member()`);
    const email = "unqualified@example.test";
    const { error } = await world.guest().auth.signInWithOtp({ email });
    expect(error).toMatchObject({ status: 500, message: "Database error saving new user" });
    const created = await world.admin.auth.admin.createUser({ email });
    expect(created.error).toMatchObject({ message: "Database error creating new user" });
    await run("alter function public.add_member() set search_path = public");
    expect((await world.admin.auth.admin.createUser({ email })).error).toBeNull();
    await run("drop function public.add_member() cascade");
  });

  test("returns the database error of hosted Supabase if a foreign key prevents the deletion of a user", async () => {
    const { data } = await world.admin.auth.admin.createUser({ email: "held@example.test" });
    const id = data.user?.id ?? "";
    await run(`create table public.holds (id uuid references auth.users);
      insert into public.holds values ('${id}')`);
    const { error } = await world.admin.auth.admin.deleteUser(id);
    expect(error).toMatchObject({ status: 500, message: "Database error deleting user" });
    await run("drop table public.holds");
    expect((await world.admin.auth.admin.deleteUser(id)).error).toBeNull();
  });
});

test.each([
  "alter table auth.users add column nickname text",
  "alter table auth.users disable row level security",
  "alter table auth.users disable trigger all",
  "drop table auth.audit_log_entries",
  "create table auth.mine (id int)",
  "create index mine on auth.users (created_at)",
  "create or replace function auth.uid() returns uuid language sql as 'select null::uuid'",
  "drop function auth.email()",
  "create function auth.mine() returns int language sql as 'select 1'",
  "comment on table auth.users is 'mine'",
  "drop schema auth cascade",
  "set role supabase_auth_admin",
  "alter table storage.objects add column mine text",
  "alter table storage.objects enable row level security",
  "alter table storage.buckets disable trigger protect_buckets_delete",
  "create index mine on storage.objects (created_at)",
  "create table storage.mine (id int)",
  "create or replace function storage.filename(name text) returns text language sql as 'select name'",
  "drop table storage.objects cascade",
  "alter table realtime.messages add column mine text",
  "create table realtime.mine (id int)",
  "drop function realtime.send(jsonb, text, text, boolean)",
  "drop schema realtime cascade",
  "set role supabase_storage_admin",
  "set role supabase_realtime_admin",
])("refuses a project's statement that could change the services' schemas: %s", async (sql) => {
  await expect(run(sql)).rejects.toMatchObject({ code: "42501" });
});
