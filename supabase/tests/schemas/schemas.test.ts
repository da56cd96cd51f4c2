import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diffDatabases, startBoth } from "../../scripts/diff-schemas.mjs";
import { compareCatalogs, readCatalog } from "./catalog.ts";

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

test("the migrations and the schema files give the same catalog", async () => {
  expect(await compare()).toEqual([]);
});

test("the migrations and the schema files are the same to the Supabase CLI", () => {
  expect(diffDatabases(databases.migrations, databases.schemas)).toBe("");
});

test("both judges report a policy that only the schema files have changed", async () => {
  const policy = 'alter policy "staff read items" on public.items using';
  await schemas.query(`${policy} (true)`);
  try {
    const [difference, ...others] = await compare();
    expect(difference).toMatch(/^different: policy staff read items on public\.items\n/);
    expect(others).toEqual([]);
    const sql = diffDatabases(databases.migrations, databases.schemas);
    expect(sql).toMatch(/CREATE POLICY "staff read items" ON "public"."items"[^;]*USING \(true\)/);
  } finally {
    await schemas.query(`${policy} (org_id = any ((select private.my_org_ids())::uuid[]))`);
  }
  expect(await compare()).toEqual([]);
});

test.for([
  ["alter function public.submit_item(uuid) cost 7", "function public.submit_item(uuid)"],
  [
    "revoke execute on function public.submit_item(uuid) from authenticated",
    "function public.submit_item(uuid)",
  ],
  ["comment on function public.submit_item(uuid) is 'x'", "function public.submit_item(uuid)"],
  ["grant insert on public.items to authenticated", "relation public.items"],
  ["alter table public.items no force row level security", "relation public.items"],
  ["alter table public.items alter required set default false", "column public.items.required"],
  ["comment on column public.items.kind is 'x'", "column public.items.kind"],
  ["grant update (name) on public.orgs to anon", "column public.orgs.name"],
  ["alter table public.items disable trigger touch", "trigger touch on public.items"],
  ["alter index public.items_submitted_idx rename to other", "index public.items_submitted_idx"],
  ["alter table public.items add constraint c check (true)", "constraint c on public.items"],
  [
    'alter policy "people see their images" on storage.objects using (true)',
    "policy people see their images on storage.objects",
  ],
  [
    'drop policy "staff show themselves beside a request" on realtime.messages',
    "policy staff show themselves beside a request on realtime.messages",
  ],
  ["drop trigger create_profile on auth.users", "trigger create_profile on auth.users"],
  ["create publication p for table public.items", "publication p"],
  ["select cron.schedule('sweep', '0 * * * *', 'select 1')", "cron job sweep"],
  [
    "update private.file_types set mime = 'x' where extension = 'pdf'",
    "row 12 of private.file_types",
  ],
  ["update storage.buckets set public = true where id = 'documents'", "bucket documents"],
  [
    "alter role authenticated set statement_timeout = '1s'",
    "setting authenticated in every database",
  ],
  ["alter type private.actor add attribute x int", "column private.actor.x"],
  [
    "alter default privileges in schema public grant select on tables to anon",
    "default privilege r of postgres in public",
  ],
] as const)("our own judge reports: %s", async ([change, object]) => {
  await schemas.query("begin");
  try {
    await schemas.query(change);
    const differences = await compare();
    expect(differences.some((line) => line.split("\n")[0]?.endsWith(`: ${object}`))).toBe(true);
  } finally {
    await schemas.query("rollback");
  }
});
