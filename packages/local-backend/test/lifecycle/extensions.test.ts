import pg from "pg";
import { afterAll, afterEach, expect, test } from "vitest";
import type { LocalBackend } from "../../src/lifecycle/local-backend.ts";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const project = createProject();
const { dir, dataDir } = project;
const FILE = "migrations/20260102000000_extensions.sql";
let backend: LocalBackend | undefined;

async function start(): Promise<LocalBackend> {
  backend = await startLocalBackend({ dir, dataDir, ports: FREE_PORTS });
  return backend;
}

afterEach(async () => {
  await backend?.stop();
  backend = undefined;
});
afterAll(() => project.remove());

test("reports an unavailable extension with file, line and a fix", async () => {
  project.write(
    FILE,
    "create extension moddatetime schema extensions;\n\ncreate extension if not exists postgis;\n",
  );
  await expect(start()).rejects.toMatchObject({
    code: "migration_failed",
    message: expect.stringMatching(
      /extensions\.sql, line 3: the local backend does not support the extension "postgis"; .*pg_available_extensions/,
    ),
  });
});

test("refuses an extension that hosted Supabase does not let postgres create", async () => {
  project.write(FILE, "create extension if not exists xml2;\n");
  await expect(start()).rejects.toMatchObject({
    code: "migration_failed",
    message: expect.stringMatching(
      /extensions\.sql, line 1: permission denied to create extension "xml2"/,
    ),
  });
});

test("ignores create extension statements in strings and comments, and records the migration as written", async () => {
  project.write(
    FILE,
    "-- create extension moddatetime;\ncreate table public.a (b text default ';create extension refint;');\n" +
      "create extension\n  if not exists AutoInc with schema extensions;\ncreate extension amcheck;\n",
  );
  const { urls } = await start();
  const client = new pg.Client(urls.db);
  await client.connect();
  const { rows } = await client.query(
    "select extname from pg_extension where extname in ('moddatetime', 'refint', 'autoinc', 'amcheck') order by 1",
  );
  const stored = await client.query<{ statements: string[] }>(
    "select statements from supabase_migrations.schema_migrations where version = '20260102000000'",
  );
  await client.end();
  expect(rows).toEqual([{ extname: "amcheck" }, { extname: "autoinc" }]);
  expect(stored.rows[0]?.statements[0]).toContain("AutoInc");
});

test("refuses a seed that leaves a user's token columns null, because hosted Supabase fails on such users", async () => {
  const running = await start();
  project.write(
    "seed.sql",
    "insert into auth.users (id, email) values (gen_random_uuid(), 'a@b.c');",
  );
  await expect(running.reset()).rejects.toMatchObject({
    code: "seed_failed",
    message: expect.stringMatching(/seed\.sql, line 1: null value in column "confirmation_token"/),
  });
});
