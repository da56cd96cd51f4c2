import { expect, test } from "vitest";
import { rewritePrivileged } from "./privileged-statements.ts";

const warned: string[] = [];
const rewrite = (text: string) =>
  rewritePrivileged({ name: "a.sql", text }, (line) => warned.push(line));

test.each([
  [
    "create event trigger T on sql_drop execute function public.f()",
    "select local_backend.create_event_trigger('t', 'sql_drop', array[]::text[], 'public.f'::regproc)",
  ],
  [
    `create event trigger "it's" on ddl_command_end when tag in ('A', 'B') execute procedure "F" ( )`,
    `select local_backend.create_event_trigger('it''s', 'ddl_command_end', array['A', 'B']::text[], '"F"'::regproc)`,
  ],
  [
    "create publication p for all tables",
    "select local_backend.create_publication('p', null, '{}')",
  ],
  [
    `create publication p for tables in schema a, "B" with (publish = 'insert, update', publish_via_partition_root)`,
    `select local_backend.create_publication('p', array['a', 'B'], '{"publish":"insert, update","publish_via_partition_root":"true"}')`,
  ],
  [
    "alter role anon set statement_timeout = '1s'",
    "select local_backend.alter_role_setting('anon', null, 'statement_timeout', array['1s'])",
  ],
  [
    "alter role anon set statement_timeout = -.5e3",
    "select local_backend.alter_role_setting('anon', null, 'statement_timeout', array['-.5e3'])",
  ],
  // The format of `supabase db dump --role-only`.
  [
    `ALTER ROLE "anon" SET "statement_timeout" TO '3s'`,
    "select local_backend.alter_role_setting('anon', null, 'statement_timeout', array['3s'])",
  ],
  [
    `ALTER ROLE "authenticator" SET "pgrst.db_schemas" TO 'public, api'`,
    "select local_backend.alter_role_setting('authenticator', null, 'pgrst.db_schemas', array['public, api'])",
  ],
  [
    'alter role anon reset "statement_timeout"',
    "select local_backend.alter_role_setting('anon', null, 'statement_timeout', null)",
  ],
  [
    "alter role anon set work_mem = 10_000",
    "select local_backend.alter_role_setting('anon', null, 'work_mem', array['10000'])",
  ],
  [
    "alter role anon set work_mem = 0x1_000",
    "select local_backend.alter_role_setting('anon', null, 'work_mem', array['4096'])",
  ],
  [
    `ALTER USER "authenticated" in database postgres set search_path to App, "It's", public`,
    "select local_backend.alter_role_setting('authenticated', 'postgres', 'search_path', array['app', 'It''s', 'public'])",
  ],
  [
    "alter role service_role set pgrst.db_max_rows to default",
    "select local_backend.alter_role_setting('service_role', null, 'pgrst.db_max_rows', null)",
  ],
  [
    "alter role authenticator reset all",
    "select local_backend.alter_role_setting('authenticator', null, null, null)",
  ],
  [
    'grant anon, authenticated to "App", worker',
    "select local_backend.change_membership(true, array['anon', 'authenticated'], array['App', 'worker'])",
  ],
  [
    "revoke service_role from worker",
    "select local_backend.change_membership(false, array['service_role'], array['worker'])",
  ],
])("replaces a privileged statement with a function call: %s", (statement, call) => {
  expect(rewrite(`select 1;\n${statement};\nselect 2;`)).toBe(`select 1;\n${call};\nselect 2;`);
});

test.each([
  "create publication p for table a",
  "create publication p for all tables with (publish = insert, x y)",
  "create event trigger t on sql_drop when tag in ('A') and x in ('B') execute function f()",
  "select 'create publication p for all tables'",
  "alter role a set statement_timeout = '1s'",
  // These values are syntax errors in PostgreSQL.
  "alter role anon set statement_timeout = 5s",
  "alter role anon set statement_timeout = 5 s",
  "alter role anon set work_mem = 1.2.3",
])("leaves a malformed or unprivileged statement unchanged: %s", (statement) => {
  expect(rewrite(`${statement};`)).toBe(`${statement};`);
});

test.each([
  "alter role anon bypassrls",
  'ALTER USER "authenticated" WITH INHERIT',
  "alter role supabase_auth_admin rename to x",
  "drop role if exists service_role",
  "alter role supabase_auth_admin set search_path = x",
  "alter role dashboard_user reset all",
  "alter role authenticator password 'x'",
  "alter role anon set time zone 'UTC'",
  "alter role anon set work_mem from current",
  "create role pgbouncer",
  "create user supabase_etl_admin login",
])("refuses a statement about a role that hosted Supabase reserves: %s", (statement) => {
  expect(() => rewrite(`select 1;\n${statement};`)).toThrow(
    /^a\.sql, line 2: ".+" is a reserved role/,
  );
});

test("reports a reserved role in lower case, as PostgreSQL stores the role", () => {
  expect(() => rewrite("ALTER ROLE ANON CREATEDB")).toThrow(
    '"anon" is a reserved role, as on hosted Supabase: only its settings can be changed;',
  );
});

test.each([
  "alter role app_role set statement_timeout = '1s'",
  "grant select on public.a to anon",
  "grant app_role to authenticator",
  "grant anon, app_role to worker",
  "grant anon to worker with admin option",
  "alter role anonymous bypassrls",
  "create role anonymous",
  "alter role supabase_readers createdb",
  "drop role app_role",
])("leaves an allowed statement unchanged: %s", (statement) => {
  expect(rewrite(statement)).toBe(statement);
});

test("keeps the line numbers of the statements after a replaced statement", () => {
  const statement = "create event trigger t\n  on sql_drop -- comment\n  execute function f()";
  expect(rewrite(`${statement};\nselect 1;`).split("\n").at(-1)).toBe("select 1;");
  expect(rewrite(`${statement};\nselect 1;`).split("\n")).toHaveLength(4);
});

test.each(["session_preload_libraries", '"session_preload_libraries"'])(
  "removes a statement that sets %s, and logs a warning",
  (parameter) => {
    warned.length = 0;
    expect(rewrite(`alter role a set ${parameter} = 'x';`).trim()).toBe(";");
    expect(warned.at(-1)).toContain("a.sql: session_preload_libraries");
  },
);
