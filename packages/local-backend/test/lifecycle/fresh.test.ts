import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import type { LocalBackend } from "../../src/lifecycle/local-backend.ts";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const project = createProject();
const { dir, dataDir } = project;
const BROKEN = "migrations/20260102000000_broken.sql";
let backend: LocalBackend | undefined;

async function start(isFresh = false): Promise<LocalBackend> {
  backend = await startLocalBackend({ dir, dataDir, fresh: isFresh, ports: FREE_PORTS });
  return backend;
}

async function stop(): Promise<void> {
  await backend?.stop();
  backend = undefined;
}

afterEach(stop);
afterAll(() => project.remove());

async function notes(): Promise<unknown> {
  const answer = await fetch(`${backend?.urls.api}/rest/v1/notes?select=body&order=id`, {
    headers: { apikey: backend?.keys.secret ?? "" },
  });
  return answer.json();
}

async function write(): Promise<void> {
  await fetch(`${backend?.urls.api}/rest/v1/notes`, {
    method: "POST",
    headers: { apikey: backend?.keys.secret ?? "", "content-type": "application/json" },
    body: JSON.stringify({ user_id: crypto.randomUUID(), body: "written" }),
  });
}

const kept = [{ body: "seeded" }, { body: "written" }];

test("restores the old data and keys if a start with `fresh` fails", async () => {
  const { keys } = await start();
  await write();
  await stop();
  const before = readdirSync(dataDir).sort();
  project.write(BROKEN, "select nothing;\n");
  await expect(start(true)).rejects.toMatchObject({ code: "migration_failed" });
  expect(readdirSync(dataDir).sort()).toEqual(before);
  project.write(BROKEN, "select 1;\n");
  expect((await start()).keys).toEqual(keys);
  expect(await notes()).toEqual(kept);
});

test("restores the old data on the next start after a start with `fresh` was killed", async () => {
  const previous = join(dataDir, "previous");
  mkdirSync(previous);
  for (const name of readdirSync(dataDir)) {
    if (name !== "previous") renameSync(join(dataDir, name), join(previous, name));
  }
  const keys: unknown = JSON.parse(readFileSync(join(previous, "keys.json"), "utf8")).keys;
  mkdirSync(join(dataDir, "pg.new"));
  writeFileSync(join(dataDir, "keys.json"), "{");
  expect((await start()).keys).toEqual(keys);
  expect(await notes()).toEqual(kept);
  expect(existsSync(previous)).toBe(false);
});

test("deletes the old data after a successful start with `fresh`", async () => {
  await start(true);
  expect(await notes()).toEqual([{ body: "seeded" }]);
  const names = readdirSync(dataDir);
  expect(names.filter((name) => /previous|discarded/.test(name))).toEqual([]);
});
