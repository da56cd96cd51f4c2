import { createClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import type { BackendKeys } from "../../src/index.ts";
import { type LockFile, readLock } from "../../src/supervisor/lock.ts";
import { isSameProcess } from "../../src/supervisor/processes.ts";
import { type Running, startCommand } from "../lifecycle/command.ts";
import { createProject } from "../lifecycle/project.ts";
import { type Place, Writers } from "./writers.ts";

const ROUNDS = 5;
/**
 * Number of rows that the backend must store between two kills, in addition to an upload and a
 * token refresh.
 */
const ROWS_BETWEEN = 10;
const PATIENCE = { timeout: 60_000, interval: 20 };

const project = createProject();
const where = ["--dir", project.dir, "--data-dir", project.dataDir];
let running: Running | undefined;

afterAll(async () => {
  running?.process.kill("SIGTERM");
  await running?.finished;
  project.remove();
});

function lock(): LockFile {
  const found = readLock(project.dataDir);
  if (!found) throw new Error("no lock");
  return found;
}

/**
 * Prevents retries by supabase-js, which would wait longer and longer, so that no write would be in
 * progress at the next kill.
 */
const fetchOnce: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init).catch(() => undefined);
  return answer && answer.status < 502
    ? answer
    : Response.json({ message: "down" }, { status: 500 });
};

/** Reads the URL for each attempt, because a restarted backend may use another port. */
function untilHealthy(): Promise<void> {
  const ask = async () => (await fetch(`${lock().urls?.api}/health`)).ok;
  return expect.poll(() => ask().catch(() => false), PATIENCE).toBe(true);
}

async function start(): Promise<Place> {
  running = startCommand("start", ...where, "--port", "0", "--db-port", "0", "--json");
  const { urls, keys } = JSON.parse(await running.untilPrinted("\n")) as {
    urls: { api: string };
    keys: BackendKeys;
  };
  const connect = (key: string) =>
    createClient(urls.api, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: fetchOnce },
    });
  return {
    service: connect(keys.secret),
    person: connect(keys.publishable),
    untilHealthy,
  };
}

async function untilWritten({ confirmed }: Writers): Promise<void> {
  const before = {
    rows: confirmed.rows.length,
    objects: confirmed.objects.size,
    refreshes: confirmed.refreshes,
  };
  const isEnough = () =>
    confirmed.rows.length >= before.rows + ROWS_BETWEEN &&
    confirmed.objects.size > before.objects &&
    confirmed.refreshes > before.refreshes;
  await expect.poll(isEnough, PATIENCE).toBe(true);
}

async function killChild(name: string): Promise<void> {
  const pidOf = () => lock().children.find((child) => child.name === name)?.pid;
  const pid = pidOf() ?? 0;
  expect(pid).toBeGreaterThan(1);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => ![undefined, pid].includes(pidOf()), PATIENCE).toBe(true);
  await untilHealthy();
}

async function killBackend(isEverything: boolean, writers: Writers): Promise<Place> {
  const { owner, children } = lock();
  process.kill(owner.pid, "SIGKILL");
  if (isEverything) for (const { pid } of children) process.kill(pid, "SIGKILL");
  writers.moveTo(undefined);
  await running?.finished;
  const left = children.filter(isSameProcess);
  if (!isEverything) expect(left).not.toEqual([]);
  const place = await start();
  writers.moveTo(place);
  expect(children.filter(isSameProcess)).toEqual([]);
  return place;
}

/** Checks that the database contains everything that the backend has acknowledged. */
async function compare({ confirmed }: Writers): Promise<void> {
  const [rows, objects, token] = [
    [...confirmed.rows],
    [...confirmed.objects.keys()],
    confirmed.refreshToken,
  ];
  const database = new pg.Client(lock().urls?.db);
  await database.connect();
  const missing = async (texts: string[], table: string, column: string) => {
    const sql = `select text from unnest($1::text[]) as text
      where not exists (select from ${table} where ${column} = text)`;
    return (await database.query(sql, [texts])).rows;
  };
  try {
    expect(await missing(rows, "public.notes", "body")).toEqual([]);
    expect(await missing(objects, "storage.objects", "name")).toEqual([]);
    expect(await missing([token], "auth.refresh_tokens", "token")).toEqual([]);
  } finally {
    await database.end();
  }
}

test("loses no acknowledged data, and starts again after each of fifteen kills during writes", {
  timeout: 600_000,
}, async () => {
  const person = { email: "writer@example.test", password: "correct horse battery" };
  let place = await start();
  await place.service.auth.admin.createUser({ ...person, email_confirm: true });
  const { session } = (await place.person.auth.signInWithPassword(person)).data;
  const writers = new Writers(place, session?.refresh_token ?? "");
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { failures } = writers.confirmed;
    for (const name of ["postgres", "postgrest"]) {
      await untilWritten(writers);
      await killChild(name);
      await compare(writers);
    }
    await untilWritten(writers);
    place = await killBackend(round % 2 === 0, writers);
    await compare(writers);
    expect(writers.confirmed.failures).toBeGreaterThan(failures);
  }
  await untilWritten(writers);
  await writers.stop();
  await compare(writers);
  await writers.expectBytes(place);
  running?.process.kill("SIGTERM");
  expect((await running?.finished)?.code).toBe(0);
  expect(readLock(project.dataDir)).toBeUndefined();
});
