import { afterAll, afterEach, expect, test } from "vitest";
import type { LocalBackend } from "../../src/lifecycle/local-backend.ts";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { readLock } from "../../src/supervisor/lock.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const project = createProject();
const BROKEN = "migrations/20260102000000_broken.sql";
let backend: LocalBackend | undefined;
const lines: string[] = [];

async function start(): Promise<LocalBackend> {
  lines.length = 0;
  backend = await startLocalBackend({
    dir: project.dir,
    dataDir: project.dataDir,
    ports: FREE_PORTS,
    log: (line) => lines.push(line),
  });
  return backend;
}

afterEach(async () => {
  await backend?.stop();
  backend = undefined;
});
afterAll(() => project.remove());

const read = async (table: string) => {
  const answer = await fetch(`${backend?.urls.api}/rest/v1/${table}?select=*`, {
    headers: { apikey: backend?.keys.secret ?? "" },
  });
  return { status: answer.status, rows: (await answer.json()) as unknown[] };
};

test("reports a syntax error with file and line, and leaves no lock file", async () => {
  project.write(BROKEN, "-- first\ncreate table public.a (id int);\n\ncreate tabel public.b ();\n");
  await expect(start()).rejects.toMatchObject({
    code: "migration_failed",
    message: expect.stringMatching(/20260102000000_broken\.sql, line 4: .*tabel/),
  });
  expect(readLock(project.dataDir)).toBeUndefined();
});

test("reports the file and line of the statement that causes a run-time error", async () => {
  project.write(
    BROKEN,
    "create table public.a (id int primary key);\ninsert into public.a values (1);\n\n" +
      "-- twice\ninsert into public.a values (1);\n",
  );
  await expect(start()).rejects.toMatchObject({
    code: "migration_failed",
    message: expect.stringMatching(/broken\.sql, line 5: duplicate key/),
  });
});

test("applies a corrected migration on the next start, and runs the seed once", async () => {
  project.write(
    BROKEN,
    "create table public.a (id int);\ngrant select on public.a to service_role;\n" +
      "insert into public.a values (1);\n",
  );
  await start();
  expect(await read("a")).toEqual({ status: 200, rows: [{ id: 1 }] });
  expect((await read("notes")).rows).toHaveLength(1);
});

test("warns about a migration that changed after it was applied, and applies the changed migration on a reset", async () => {
  project.write(
    BROKEN,
    "create table public.a (id int);\ngrant select on public.a to service_role;\n" +
      "insert into public.a values (2);\n",
  );
  const running = await start();
  expect(lines.filter((line) => line.includes("broken.sql changed"))).toHaveLength(1);
  expect((await read("a")).rows).toEqual([{ id: 1 }]);
  await running.reset();
  expect((await read("a")).rows).toEqual([{ id: 2 }]);
});

test("does not change the database if a migration fails during a reset", async () => {
  const running = await start();
  project.write("migrations/20260103000000_worse.sql", "select 1;\nselect nothing;\n");
  await expect(running.reset()).rejects.toMatchObject({
    code: "migration_failed",
    message: expect.stringMatching(/worse\.sql, line 2/),
  });
  expect((await read("a")).rows).toEqual([{ id: 2 }]);
  project.write("migrations/20260103000000_worse.sql", "select 1;\n");
});

test("reports a failing seed with file and line, and runs the corrected seed on the next start", async () => {
  project.write("seed.sql", "\ninsert into public.notes (nothing) values (1);\n");
  const running = await start();
  await expect(running.reset()).rejects.toMatchObject({
    code: "seed_failed",
    message: expect.stringMatching(/seed\.sql, line 2/),
  });
  await running.stop();
  project.write(
    "seed.sql",
    "insert into public.notes (user_id, body) values (gen_random_uuid(), 'b');",
  );
  await start();
  expect((await read("notes")).rows).toMatchObject([{ body: "b" }]);
});

test("rolls back a seed of several files if one fails, and runs all of them on the next start", async () => {
  project.write("config.toml", 'project_id = "a"\n[db.seed]\nsql_paths = ["seeds/*.sql"]\n');
  const note = (name: string, body: string) =>
    project.write(
      `seeds/${name}.sql`,
      `create temp table t (id int);\nset search_path = public;
       insert into notes (id, user_id, body) overriding system value
         values (${name}, gen_random_uuid(), '${body}');`,
    );
  note("1", "first");
  project.write("seeds/2.sql", "\ninsert into public.notes (body) values (nothing);\n");
  const running = await start();
  await expect(running.reset()).rejects.toMatchObject({
    code: "seed_failed",
    message: expect.stringMatching(/seeds\/2\.sql, line 2: .* nothing in the seed was applied/),
  });
  await running.stop();
  // PostgreSQL reports no position for an error at run time, so the backend runs the seed again to
  // find the line.
  project.write(
    "seeds/2.sql",
    "select 1;\ninsert into public.notes (id, user_id, body) overriding system value\n  select id, user_id, body from public.notes;\n",
  );
  await expect(start()).rejects.toMatchObject({
    message: expect.stringMatching(/seeds\/2\.sql, line 2: duplicate key/),
  });
  note("2", "second");
  await start();
  expect((await read("notes")).rows).toMatchObject([{ body: "first" }, { body: "second" }]);
});

test("rolls back a failing migration that has its own begin and commit", async () => {
  const WHOLE = "migrations/20260104000000_whole.sql";
  const guide = `begin;
    drop publication if exists supabase_realtime;
    create publication supabase_realtime;
    create table public.whole (id int);
  commit;
  `;
  project.write(WHOLE, `${guide}select nothing();`);
  await expect(start()).rejects.toMatchObject({
    message: expect.stringMatching(/whole\.sql, line 6: .*nothing in this file was applied/),
  });
  project.write(WHOLE, `${guide}grant select on public.whole to service_role;`);
  await start();
  expect(await read("whole")).toEqual({ status: 200, rows: [] });
});
