import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, expect, test } from "vitest";
import type { LocalBackend } from "../../src/lifecycle/local-backend.ts";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { runCommand } from "./command.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const project = createProject();
const lines: string[] = [];
let backend: LocalBackend | undefined;

function declare(patterns: string[], files: Record<string, string>): void {
  project.write(
    "config.toml",
    `project_id = "a"\n[db.migrations]\nschema_paths = ${JSON.stringify(patterns)}\n`,
  );
  for (const [name, text] of Object.entries(files)) project.write(`schemas/${name}.sql`, text);
}

async function start(): Promise<LocalBackend> {
  lines.length = 0;
  backend = await startLocalBackend({
    dir: project.dir,
    memory: true,
    fromSchemas: true,
    seed: false,
    ports: FREE_PORTS,
    log: (line) => lines.push(line),
  });
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

const ORDER = "select name from public.files_run order by position";
const note = (name: string) => `insert into public.files_run (name) values ('${name}');`;
const TABLE =
  "create table public.files_run (position int generated always as identity, name text);";

afterEach(async () => {
  await backend?.stop();
  backend = undefined;
});
afterAll(() => project.remove());

test("runs each schema file once, in the order of the patterns, and sorted within each pattern", async () => {
  declare(["./schemas/order/z_first.sql", "schemas/order/*.sql", "schemas/none/*.sql"], {
    "order/z_first": `${TABLE}${note("z")}`,
    "order/b": note("b"),
    "order/a": note("a"),
  });
  await start();
  expect(await rows(ORDER)).toEqual(["z", "a", "b"]);
  expect(lines).toContain('config.toml: no file matches "schemas/none/*.sql" of schema_paths');
});

test("runs schema files instead of the migrations and stores no version for them, also after a reset", async () => {
  declare(["schemas/alone.sql"], { alone: `${TABLE}${note("z")}` });
  const running = await start();
  for (const round of ["started", "reset"]) {
    expect(await rows("select to_regclass('public.notes')"), round).toEqual([null]);
    expect(await rows("select version from supabase_migrations.schema_migrations")).toEqual([]);
    expect(await rows(ORDER)).toEqual(["z"]);
    await running.reset({ seed: false });
  }
});

test("a SET in a schema file applies to later files, so a function can call a function that a later file creates", async () => {
  declare(["schemas/c?.sql"], {
    c1: "set check_function_bodies = off;",
    c2: "create function public.first() returns int language sql as 'select public.second()';",
    c3: "create function public.second() returns int language sql as 'select 2';",
  });
  await start();
  expect(await rows("select public.first()")).toEqual([2]);
});

test("reports the file and line of a failing statement and of a statement that conflicts with an earlier file", async () => {
  declare(["schemas/d?.sql"], {
    d1: "create table public.d (id int);",
    d2: "select 1;\nselect no;",
  });
  await expect(start()).rejects.toMatchObject({
    code: "schema_failed",
    message: expect.stringMatching(/schemas\/d2\.sql, line 2: .*nothing in this file was applied/),
  });
  project.write("schemas/d2.sql", "select 1;\n\ncreate table public.d (id int);");
  await expect(start()).rejects.toMatchObject({
    message: expect.stringMatching(/schemas\/d2\.sql, line 3: .*already exists/),
  });
});

test("creates an extension in a schema that an earlier file created", async () => {
  declare(["schemas/e?.sql"], {
    e1: "create schema links;",
    e2: "create extension dblink schema links;",
  });
  await start();
  expect(await rows("select extname from pg_extension where extname = 'dblink'")).toEqual([
    "dblink",
  ]);
  await backend?.stop();
  project.write("schemas/e2.sql", "select 1;\ncreate extension dblink schema nowhere;");
  await expect(start()).rejects.toMatchObject({
    code: "schema_failed",
    message: expect.stringMatching(/schemas\/e2\.sql, line 2: .*nowhere/),
  });
});

test("accepts an absolute path in schema_paths, and rejects a pattern that matches a folder", async () => {
  declare([join(project.dir, "schemas/f1.sql")], { f1: `${TABLE}${note("f")}` });
  await start();
  expect(await rows(ORDER)).toEqual(["f"]);
  await backend?.stop();
  declare(["schemas/folder*"], { "folder/f2": "select 1;" });
  await expect(start()).rejects.toMatchObject({
    code: "bad_config",
    message: expect.stringContaining("folder"),
  });
});

test("refuses a configuration whose patterns match no file", async () => {
  declare(["schemas/nothing-*.sql"], {});
  await expect(start()).rejects.toMatchObject({
    code: "bad_config",
    message: expect.stringContaining("schema_paths"),
  });
});

test("refuses to build a persistent database from schema files", async () => {
  await expect(
    startLocalBackend({ dir: project.dir, dataDir: project.dataDir, fromSchemas: true }),
  ).rejects.toMatchObject({ code: "bad_option", message: expect.stringContaining("--memory") });
  const { code, stderr } = await runCommand("start", "--from-schemas", "--dir", project.dir);
  expect(code).toBe(1);
  expect(stderr).toContain("--from-schemas");
});
