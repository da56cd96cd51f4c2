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
])("replaces %s with a function call", (statement, call) => {
  expect(rewrite(`select 1;\n${statement};\nselect 2;`)).toBe(`select 1;\n${call};\nselect 2;`);
});

test.each([
  "create publication p for table a",
  "create publication p for all tables with (publish = insert, x y)",
  "create event trigger t on sql_drop when tag in ('A') and x in ('B') execute function f()",
  "select 'create publication p for all tables'",
  "alter role a set statement_timeout = '1s'",
])("passes %s to the server unchanged", (statement) => {
  expect(rewrite(`${statement};`)).toBe(`${statement};`);
});

test.each([
  "alter role anon bypassrls",
  'ALTER USER "authenticated" WITH INHERIT',
  "alter role supabase_auth_admin rename to x",
  "drop role if exists service_role",
])("refuses %s, because hosted Supabase reserves the role", (statement) => {
  expect(() => rewrite(`select 1;\n${statement};`)).toThrow(
    /^a\.sql, line 2: ".+" is a reserved role/,
  );
});

test.each([
  "alter role anon set statement_timeout = '1s'",
  "alter role authenticator reset all",
  "alter role authenticated in database postgres set search_path = app",
  "alter role anonymous bypassrls",
  "drop role app_role",
])("leaves %s unchanged", (statement) => {
  expect(rewrite(statement)).toBe(statement);
});

test("keeps the line numbers of statements after a replaced one", () => {
  const statement = "create event trigger t\n  on sql_drop -- comment\n  execute function f()";
  expect(rewrite(`${statement};\nselect 1;`).split("\n").at(-1)).toBe("select 1;");
  expect(rewrite(`${statement};\nselect 1;`).split("\n")).toHaveLength(4);
});

test("removes a statement that sets session_preload_libraries, and logs a warning", () => {
  expect(rewrite("alter role a set session_preload_libraries = 'x';").trim()).toBe(";");
  expect(warned.at(-1)).toContain("a.sql: session_preload_libraries");
});
