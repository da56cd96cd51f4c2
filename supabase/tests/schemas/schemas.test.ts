import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compareCatalogs, readCatalog } from "../../scripts/catalog.ts";
import { diffDatabases, startBoth } from "../../scripts/diff-schemas.ts";

let databases: Awaited<ReturnType<typeof startBoth>>;
let migrations: pg.Client;
let schemas: pg.Client;

beforeAll(async () => {
  databases = await startBoth();
  migrations = new pg.Client({ connectionString: databases.migrations });
  schemas = new pg.Client({ connectionString: databases.schemas });
  await Promise.all([migrations.connect(), schemas.connect()]);
});
afterAll(async () => {
  await Promise.all([migrations?.end(), schemas?.end()]);
  await databases?.stop();
});

const compare = async () =>
  compareCatalogs(await readCatalog(migrations), await readCatalog(schemas));

test("the migrations and the schema files produce the same catalog", async () => {
  expect(await compare()).toEqual([]);
});

test("the Supabase CLI finds no difference between the migrations and the schema files", () => {
  expect(diffDatabases(databases.migrations, databases.schemas)).toBe("");
});

test("the catalog comparison and the Supabase CLI report a policy that changed only in the schema files", async () => {
  const policy = 'alter policy "staff read items" on public.items using';
  const { rows } = await schemas.query<{ condition: string }>(
    `select pg_get_expr(polqual, polrelid) as condition from pg_policy
    where polname = 'staff read items' and polrelid = 'public.items'::regclass`,
  );
  await schemas.query(`${policy} (true)`);
  try {
    const [difference, ...others] = await compare();
    expect(difference).toMatch(/^different: policy staff read items on public\.items\n/);
    expect(others).toEqual([]);
    const sql = diffDatabases(databases.migrations, databases.schemas);
    expect(sql).toMatch(/CREATE POLICY "staff read items" ON "public"."items"[^;]*USING \(true\)/);
  } finally {
    await schemas.query(`${policy} (${rows[0]?.condition})`);
  }
  expect(await compare()).toEqual([]);
});

test("running the sweep job does not change the catalog", async () => {
  const { rows } = await schemas.query<{ command: string }>(
    "select command from cron.job where jobname = 'sweep'",
  );
  await schemas.query(rows[0]?.command ?? "");
  const answers = async () =>
    (await schemas.query("select status_code from net._http_response")).rows.length;
  await expect.poll(answers, { timeout: 50_000 }).toBeGreaterThan(0);
  expect(await compare()).toEqual([]);
});

// On hosted Supabase, the extension safeupdate refuses updates and deletes without a condition. The
// local backend does not have this extension.
test("every DELETE and UPDATE in a function has a WHERE clause", async () => {
  const { rows } = await schemas.query<{ name: string; body: string }>(
    `select p.oid::regprocedure::text as name, p.prosrc as body from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  );
  const change = /\b(?:delete\s+from|update\s+[\w.]+(?:\s+\w+)?\s+set)\b[^;]*/gi;
  const changes = rows.flatMap(({ name, body }) =>
    [...body.replace(/--.*/g, "").matchAll(change)].map(([statement]) => ({ name, statement })),
  );
  expect(changes.length).toBeGreaterThan(100);
  expect(changes.filter(({ statement }) => !/\bwhere\b/i.test(statement))).toEqual([]);
});

test("every function passes PostgreSQL's own check of its body", async () => {
  await schemas.query("begin");
  try {
    await schemas.query("set local check_function_bodies = on");
    const { rows } = await schemas.query<{ name: string; definition: string }>(
      `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition
      from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    );
    expect(rows.length).toBeGreaterThan(200);
    for (const { name, definition } of rows) {
      await schemas.query(definition).catch((cause: Error) => {
        throw new Error(`${name}: ${cause.message}`);
      });
    }
  } finally {
    await schemas.query("rollback");
  }
});

test.for([
  ["alter function public.withdraw_item(uuid) cost 7", "function public.withdraw_item(uuid)"],
  [
    "revoke execute on function public.withdraw_item(uuid) from authenticated",
    "function public.withdraw_item(uuid)",
  ],
  [
    "comment on function public.withdraw_item(uuid) is 'x'",
    "comment function public.withdraw_item(uuid)",
  ],
  ["grant insert on public.items to authenticated", "relation public.items"],
  ["alter table public.items no force row level security", "relation public.items"],
  ["alter table public.items alter required set default false", "column public.items.required"],
  ["comment on column public.items.kind is 'x'", "comment column kind of table public.items"],
  ["grant update (name) on public.orgs to anon", "column public.orgs.name"],
  ["alter table public.items disable trigger touch", "trigger touch on public.items"],
  ["alter index public.items_to_review_idx rename to other", "index public.items_to_review_idx"],
  ["alter table public.items add constraint c check (true)", "constraint c on public.items"],
  [
    'alter policy "people see their images" on storage.objects using (true)',
    "policy people see their images on storage.objects",
  ],
  [
    'drop policy "staff send their presence to requests of their firms" on realtime.messages',
    "policy staff send their presence to requests of their firms on realtime.messages",
  ],
  ["drop trigger create_profile on auth.users", "trigger create_profile on auth.users"],
  [
    "select local_backend.change_membership(true, '{authenticated}', '{anon}')",
    "role member anon in authenticated",
  ],
  ["grant temporary on database postgres to anon", "database privilege postgres"],
  ["alter table public.items alter title set storage external", "column public.items.title"],
  ["create rule r as on delete to public.items do instead nothing", "rule r on public.items"],
  ["create publication p for table public.items", "publication p"],
  ["select cron.schedule('sweep', '0 * * * *', 'select 1')", "cron job sweep"],
  [
    "update private.file_types set mime = 'x' where extension = 'pdf'",
    "row pdf of private.file_types",
  ],
  ["update storage.buckets set public = true where id = 'documents'", "bucket documents"],
  [
    "select local_backend.alter_role_setting('authenticated', null, 'statement_timeout', '{1s}')",
    "setting authenticated in every database",
  ],
  ["alter type private.actor add attribute x int", "column private.actor.x"],
  [
    "alter default privileges in schema public grant select on tables to anon",
    "default privilege r of postgres in public",
  ],
] as const)("the comparison of catalogs detects the change: %s", async ([change, object]) => {
  await schemas.query("begin");
  try {
    await schemas.query(change);
    const differences = await compare();
    expect(differences.some((line) => line.split("\n")[0]?.endsWith(`: ${object}`))).toBe(true);
  } finally {
    await schemas.query("rollback");
  }
});
