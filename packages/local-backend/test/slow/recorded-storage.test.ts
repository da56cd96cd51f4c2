import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { declaredForStorage } from "../recorded/declared-storage.ts";
import { type Outcome, outdated, renderPage, undeclared } from "../recorded/page.ts";
import { replayStorage } from "../recorded/storage-replay.ts";

const project = mkdtempSync(join(tmpdir(), "recorded-storage-"));
let backend: LocalBackend;
let database: pg.Client;
let outcomes: Outcome[];

beforeAll(async () => {
  let ahead = 0;
  writeFileSync(join(project, "config.toml"), 'project_id = "recorded"\n');
  backend = await startLocalBackend({
    dir: project,
    memory: true,
    ports: { api: 0, db: 0 },
    config: { storage: { file_size_limit: "500MiB" } },
    now: () => Date.now() + ahead,
  });
  database = new pg.Client(backend.urls.db);
  await database.connect();
  await database.query(readFileSync(join(import.meta.dirname, "../recorded/setup.sql"), "utf8"));
  outcomes = await replayStorage(
    {
      backend,
      database,
      advance: (milliseconds) => {
        ahead += milliseconds;
      },
    },
    declaredForStorage,
  );
}, 300_000);

afterAll(async () => {
  await database?.end();
  await backend?.stop();
  rmSync(project, { recursive: true });
});

test("every storage response that differs from the recorded response has a declared reason", () => {
  expect(undeclared(outcomes)).toEqual([]);
});

test("every declared reason is about a storage response that differs from the recorded response", () => {
  expect(outdated(outcomes)).toEqual([]);
});

test("the compatibility page about storage matches this run's responses", async () => {
  const page = renderPage({
    title: "Storage: recorded calls",
    about: [
      "Calls to supabase/storage of August 2026 with files on disk, made again to the local backend",
      "by `test/slow/recorded-storage.test.ts`. The comparison covers the status, the code, the message,",
      "the body with ids, times and tokens masked, the headers that once differed, and the rows in the",
      "database. It leaves out the headers of the gateway.",
    ].join("\n"),
    outcomes,
  });
  await expect(page).toMatchFileSnapshot("../../compatibility/storage.md");
});
