import { existsSync } from "node:fs";
import { expect } from "vitest";
import { test } from "../harness/test.ts";

// S-3.1
test("every table in the schemas public and private forces row-level security", async ({
  scene,
}) => {
  const { rows } = await scene.db.query(
    `select relname from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)`,
  );
  expect(rows).toEqual([]);
});

test("every public table has a policy test", async ({ scene }) => {
  const { rows } = await scene.db.query<{ relname: string }>(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  const untested = rows
    .map(({ relname }) => `${relname.replaceAll("_", "-")}.test.ts`)
    .filter((file) => !existsSync(new URL(file, import.meta.url)));
  expect(untested).toEqual([]);
});

// S-3.1
test("only the role authenticated has table grants, which allow only select, and no view is exposed", async ({
  scene,
}) => {
  const { rows } = await scene.db.query(
    `select table_name, grantee, privilege_type from information_schema.role_table_grants
    where table_schema in ('public', 'private')
      and grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC')
      and not (grantee = 'authenticated' and privilege_type = 'SELECT')`,
  );
  expect(rows).toEqual([]);
  const views = await scene.db.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')",
  );
  expect(views.rows).toEqual([]);
});

// S-6.12, S-6.13
test("every function has explicit grants, sets its search path and has a comment", async ({
  scene,
}) => {
  const { rows } = await scene.db.query<{
    name: string;
    schema: string;
    grantees: string[];
    pinned: boolean;
    described: boolean;
  }>(
    `select p.proname as name, n.nspname as schema,
      array(select distinct coalesce(r.rolname, 'PUBLIC') from aclexplode(
        coalesce(p.proacl, acldefault('f', p.proowner))) a
        left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner)::text[] as grantees,
      coalesce('search_path=""' = any (p.proconfig), false) as pinned,
      obj_description(p.oid, 'pg_proc') is not null as described
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private')`,
  );
  expect(rows.filter((row) => !row.pinned || !row.described)).toEqual([]);
  const granted = (role: string) =>
    rows
      .filter((row) => row.grantees.includes(role))
      .map((row) => `${row.schema}.${row.name}`)
      .sort();
  expect(granted("PUBLIC")).toEqual([]);
  expect(granted("anon")).toEqual([
    "public.get_invitation",
    "public.get_opt_out",
    "public.get_public_request",
    "public.get_sweep_age",
    "public.set_opt_out",
  ]);
  expect(granted("authenticated").filter((name) => name.startsWith("private."))).toEqual([
    "private.is_reading",
    "private.is_signing",
    "private.live_user_id",
    "private.may_change_image",
    "private.may_join",
    "private.may_read",
    "private.may_store",
    "private.may_store_image",
    "private.my_admin_org_ids",
    "private.my_contact_ids",
    "private.my_gated_org_ids",
    "private.my_member_ids",
    "private.my_org_ids",
    "private.my_request_ids",
  ]);
});

// S-6.16
test("only the service role can execute system functions, and it can execute no other function", async ({
  scene,
}) => {
  const { rows } = await scene.db.query<{ name: string; marked: boolean; grantees: string[] }>(
    `select p.proname as name,
      coalesce(obj_description(p.oid, 'pg_proc'), '') like 'System: %' as marked,
      array(select role from unnest('{anon,authenticated,service_role}'::text[]) role
        where has_function_privilege(role, p.oid, 'execute')) as grantees
    from pg_proc p where p.pronamespace = 'public'::regnamespace`,
  );
  const system = rows.filter(({ marked }) => marked);
  expect(system.filter(({ grantees }) => grantees.join() !== "service_role")).toEqual([]);
  expect(
    rows.filter(({ marked, grantees }) => !marked && grantees.includes("service_role")),
  ).toEqual([]);
  // With these functions, users could approve their own files or read the firm's email.
  expect(system.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "claim_inspection",
      "claim_mail",
      "finish_mail",
      "get_inspection",
      "record_inspection",
    ]),
  );
});

test("users cannot refer to objects in the private schema", async ({ scene }) => {
  const { rows } = await scene.db.query(
    `select role from unnest('{anon,authenticated,service_role}'::text[]) role
    where has_schema_privilege(role, 'private', 'usage')`,
  );
  expect(rows).toEqual([]);
});

// S-3.4
test("every foreign key has an index that starts with one of its columns", async ({ scene }) => {
  const { rows } = await scene.db.query(
    `select c.conrelid::regclass::text as table, c.conname
    from pg_constraint c
    where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (
        select from pg_index i
        where i.indrelid = c.conrelid and i.indpred is null
          and (i.indkey::smallint[])[0] = any (c.conkey))`,
  );
  expect(rows).toEqual([]);
});
