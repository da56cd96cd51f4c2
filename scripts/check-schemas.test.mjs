import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFunctionTests, checkPolicyTexts, checkSchemas } from "./check-schemas.mjs";

const TABLE = "create table public.items (id uuid);\n";

test("the schema check accepts a table with its index, policy, trigger and function", () => {
  const text = `-- Items.
${TABLE}
comment on table public.items is 'create table public.items; drop table';
create unique index items_id_idx on public.items (id);
grant select on public.items to authenticated;
alter table public.items enable row level security;
create policy "staff read items" on public.items for select using (true);
create function private.touch() returns trigger language plpgsql as $$
begin
  update public.items set id = null; drop table x;
end
$$;
create trigger touch before update on public.items
  for each row execute function private.touch();
`;
  assert.deepEqual(checkSchemas([["supabase/schemas/42_items.sql", text]]), []);
});

test("the schema check rejects a second definition of a function, even with other arguments and in another file", () => {
  const [problem, ...others] = checkSchemas([
    ["01_private.sql", "create function private.clock() returns int language sql as 'select 1';"],
    ["02_access.sql", "create or replace function private.clock(a int) returns int as 'x';"],
  ]);
  assert.match(problem, /02_access\.sql: function private\.clock is defined in 01_private\.sql/);
  assert.deepEqual(others, []);
});

for (const [kind, statement] of [
  ["relation", TABLE],
  ["index", "create index items_id_idx on public.items (id);"],
  ["policy", 'create policy "staff read items" on public.items using (true);'],
  ["trigger", "create trigger touch before update on public.items execute function f();"],
  ["type", "create type private.actor as (kind text);"],
  ["comment on table", "comment on table public.items is 'Items.';"],
]) {
  test(`the schema check rejects a second ${kind} with the same name`, () => {
    const problems = checkSchemas([["42_items.sql", `${statement}\n${statement}`]]);
    assert.equal(problems.length, 1);
    assert.ok(problems[0].startsWith(`42_items.sql: ${kind} `), problems[0]);
  });
}

for (const [one, other] of [
  [TABLE, 'create table "public"."items" (id uuid);'],
  [TABLE, "CREATE TABLE PUBLIC.ITEMS (id uuid);"],
  [TABLE, "create view public.items as select 1;"],
  [
    "create function public.f() returns int language sql as '';",
    'create function public."f"(a int);',
  ],
  ["insert into public.items values (1);", "insert into public.items values (2);"],
  [
    "select cron.schedule('sweep', '* * * * *', '');",
    "select cron.schedule('sweep', '0 * * * *', '');",
  ],
]) {
  test(`the schema check rejects a second definition of the same object: ${other.slice(0, 40)}`, () => {
    const problems = checkSchemas([["42_items.sql", `${one}\n${other}`]]);
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0], /is defined in 42_items\.sql already/);
  });
}

test("the schema check rejects a definition whose name has no schema", () => {
  for (const statement of [
    "create table items (id uuid);",
    "create function f() returns int language sql as '';",
    'create policy "x" on items using (true);',
    "create trigger t before update on items execute function f();",
  ]) {
    const [problem] = checkSchemas([["42_items.sql", statement]]);
    assert.match(problem, /with its schema/, statement);
  }
});

test("the schema check ignores text that looks like a statement in comments, quotes and function bodies", () => {
  const text = `/* create policy x on y; drop table z; */
create policy "staff's own; -- not a comment" on public.items using (true);
create policy "staff's other" on public.items using (note <> E'it\\'s; drop view x');
create function private.plan() returns text language plpgsql as $body$
begin
  -- The policy of items is read by execute.
  return 'no; statement';
end
$body$;
`;
  assert.deepEqual(checkSchemas([["42_items.sql", text]]), []);
});

test("the schema check accepts a do block that creates an extension, and rejects a do block that changes anything else", () => {
  const block = (sql) => `do $$ begin execute '${sql}'; end $$;`;
  assert.deepEqual(
    checkSchemas([["00_a.sql", block("create extension if not exists pg_net")]]),
    [],
  );
  for (const sql of [
    "alter table public.items add column x int",
    "create function f()",
    "drop view v",
  ]) {
    const [problem] = checkSchemas([["00_a.sql", block(sql)]]);
    assert.match(problem, /do block/, sql);
  }
});

test("the schema check accepts the same policy name on two tables", () => {
  const policy = (table) => `create policy "gate" on public.${table} using (true);`;
  assert.deepEqual(checkSchemas([["42_items.sql", policy("items") + policy("files")]]), []);
});

test("the schema check rejects a statement about a table outside the file that defines the table", () => {
  const problems = checkSchemas([
    ["42_items.sql", TABLE],
    [
      "51_files.sql",
      `create policy "x" on public.items using (true);
      create index y on public.items (id);
      create trigger z after update on public.items execute function f();
      grant select on public.items to anon;
      revoke all on table public.items from anon;
      alter table public.items enable row level security;
      comment on column public.items.id is 'x';
      insert into public.items values (1);`,
    ],
  ]);
  assert.equal(problems.length, 8, problems.join("\n"));
  for (const problem of problems) assert.match(problem, /belongs in 42_items\.sql/);
});

for (const statement of [
  "alter table public.items add column note text;",
  'alter policy "x" on public.items using (true);',
  "drop function private.touch();",
  "update public.items set id = null;",
]) {
  test(`the schema check rejects a statement that changes an object or rows: ${statement.split(" ").slice(0, 2).join(" ")}`, () => {
    const [problem] = checkSchemas([["42_items.sql", statement]]);
    assert.match(problem, /not a declaration that this check knows/);
  });
}

test("the schema check rejects dynamic SQL that creates or alters a policy, in a do block, a function body or a string", () => {
  const block = "do $$ begin execute format('alter policy \"x\" on %I', t); end $$;";
  const string = "select run('create policy x on y');";
  const parts = "do $$ begin execute 'create ' || 'policy x on y'; end $$;";
  const form = "create function f() as $x$ execute format('%s policy', 'create') $x$;";
  for (const text of [block, string, parts, form]) {
    assert.equal(checkPolicyTexts([["a.sql", text]]).length, 1);
  }
  assert.deepEqual(checkPolicyTexts([["a.sql", "-- drop policy x\ncreate policy x on y;"]]), []);
});

test("the schema check rejects a function that PostgreSQL 15 lacks, even in a function body", () => {
  const body =
    "create function private.f(t text) returns bool language sql as $$ select pg_input_is_valid(t, 'date') $$;";
  assert.deepEqual(checkSchemas([["01_private.sql", body]]), [
    "01_private.sql: pg_input_is_valid is missing in PostgreSQL 15.",
  ]);
  const note = "-- pg_input_is_valid('x', 'date') needs 16\n";
  assert.deepEqual(checkSchemas([["01_private.sql", note]]), []);
});

test("the schema check rejects a schema file whose name is not two digits and a noun", () => {
  const [problem] = checkSchemas([["supabase/schemas/items.sql", ""]]);
  assert.match(problem, /two digits/);
});

test("the schema check rejects two schema files with the same number", () => {
  const problems = checkSchemas([
    ["supabase/schemas/65_email_budgets.sql", ""],
    ["supabase/schemas/65_email_outages.sql", ""],
    ["supabase/schemas/66_codes.sql", ""],
  ]);
  assert.equal(problems.length, 1, problems.join("\n"));
  assert.match(problems[0], /65_email_outages\.sql: .*65_email_budgets\.sql has this number/);
});

test("the schema check rejects a file in tests/functions that is not named after a schema file", () => {
  const schemas = ["22_client_import.sql", "42_items.sql"];
  assert.deepEqual(
    checkFunctionTests(schemas, ["client-import.test.ts", "items.waiting.test.ts"]),
    [],
  );
  const [problem] = checkFunctionTests(schemas, ["f/settling.test.ts"]);
  assert.match(problem, /^f\/settling\.test\.ts: name it after/);
});
