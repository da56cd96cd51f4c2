import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LocalBackend } from "../../src/lifecycle/local-backend.ts";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const BASELINE = "migrations/20260201000000_baseline.sql";
const HISTORY = "select version from supabase_migrations.schema_migrations order by 1";
let project: ReturnType<typeof createProject>;
let folder: string;
let files: string[];
let versions: string[];
let definitions: string;
let backend: LocalBackend | undefined;

beforeEach(() => {
  project = createProject();
  folder = join(project.dir, "migrations");
  files = readdirSync(folder).sort();
  versions = files.map((file) => file.split("_")[0] ?? "");
  definitions = files.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
});

afterEach(async () => {
  await backend?.stop();
  backend = undefined;
  project.remove();
});

async function start(): Promise<LocalBackend> {
  const { dir, dataDir } = project;
  backend = await startLocalBackend({ dir, dataDir, ports: FREE_PORTS });
  return backend;
}

async function rows(query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: backend?.urls.db });
  await client.connect();
  try {
    return (await client.query({ text: query, rowMode: "array" })).rows.map(([value]) => value);
  } finally {
    await client.end();
  }
}

function writeBaseline(): void {
  project.write(BASELINE, `-- replaces: ${versions.join(" ")}\n${definitions}`);
}

test("accepts a baseline if the database has every version that the baseline replaces, keeps the data, and applies later migrations", async () => {
  await start();
  await rows("insert into public.notes (user_id, body) values (gen_random_uuid(), 'kept')");
  await backend?.stop();

  for (const file of files) rmSync(join(folder, file));
  writeBaseline();
  await start();
  expect(await rows("select body from public.notes order by id")).toEqual(["seeded", "kept"]);
  expect(await rows(HISTORY)).toEqual([...versions, "20260201000000"]);
  await backend?.stop();

  project.write(
    "migrations/20260202000000_pinned.sql",
    "alter table public.notes add column is_pinned boolean not null default false;",
  );
  const running = await start();
  expect(await rows("select is_pinned from public.notes")).toEqual([false, false]);

  await running.reset();
  expect(await rows("select body from public.notes where not is_pinned")).toEqual(["seeded"]);
  expect(await rows(HISTORY)).toEqual(["20260201000000", "20260202000000"]);
});

test("refuses a baseline if the database has only some of the versions that the baseline replaces, and does not change the database", async () => {
  const [first = "", ...later] = files;
  for (const file of later) rmSync(join(folder, file));
  await start();
  await backend?.stop();

  writeBaseline();
  await expect(start()).rejects.toMatchObject({
    code: "migration_failed",
    message: expect.stringMatching(
      new RegExp(`baseline\\.sql replaces 2 migrations: .* only 1 .*missing one is ${versions[1]}`),
    ),
  });
  rmSync(join(project.dir, BASELINE));
  await start();
  expect(await rows(HISTORY)).toEqual([first.split("_")[0]]);
  expect(await rows("select body from public.notes")).toEqual(["seeded"]);
});

test("on the first start, records a baseline without running it if the replaced migrations are still in the folder", async () => {
  writeBaseline();
  project.write("migrations/20260202000000_next.sql", "-- replaces: 20260201000000\nselect no;");
  await start();
  const all = [...versions, "20260201000000", "20260202000000"];
  expect(await rows(HISTORY)).toEqual(all);
  await backend?.reset();
  expect(await rows(HISTORY)).toEqual(all);
});
