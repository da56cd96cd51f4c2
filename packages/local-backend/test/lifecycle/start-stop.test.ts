import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import type { LocalBackend, LocalBackendOptions } from "../../src/lifecycle/local-backend.ts";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { clusterFolder } from "../../src/supervisor/account.ts";
import { readLock } from "../../src/supervisor/lock.ts";
import { commandOf, isSameProcess } from "../../src/supervisor/processes.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const project = createProject();
const running: LocalBackend[] = [];

async function start(options: Partial<LocalBackendOptions> = {}): Promise<LocalBackend> {
  const backend = await startLocalBackend({ dir: project.dir, ports: FREE_PORTS, ...options });
  running.push(backend);
  return backend;
}

afterEach(async () => {
  for (const backend of running.splice(0)) await backend.stop();
});
afterAll(() => project.remove());

const notes = async ({ urls, keys }: LocalBackend) => {
  const answer = await fetch(`${urls.api}/rest/v1/notes?select=body&order=id`, {
    headers: { apikey: keys.secret },
  });
  return ((await answer.json()) as { body: string }[]).map(({ body }) => body);
};

test("reports an in-memory backend as healthy, and removes its processes and files when it stops", async () => {
  const backend = await start({ memory: true });
  const health = await fetch(`${backend.urls.api}/health`);
  expect(health.status).toBe(200);
  expect(await health.json()).toMatchObject({ ok: true, services: { database: true, rest: true } });
  const children = readLock(backend.dataDir)?.children ?? [];
  expect(children.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["postgres", "postgrest"]),
  );
  const cluster = clusterFolder(backend.dataDir);
  expect(existsSync(cluster)).toBe(true);

  await backend.stop();
  expect(children.filter(isSameProcess)).toEqual([]);
  expect(existsSync(backend.dataDir)).toBe(false);
  // The database cluster may be outside the data directory, in shared memory.
  expect(existsSync(dirname(cluster))).toBe(false);
  await expect(fetch(`${backend.urls.api}/health`)).rejects.toThrow();
});

test("keeps data and keys after a restart, and does not run the seed again", async () => {
  const first = await start({ dataDir: project.dataDir });
  expect(await notes(first)).toEqual(["seeded"]);
  await fetch(`${first.urls.api}/rest/v1/notes`, {
    method: "POST",
    headers: { apikey: first.keys.secret, "content-type": "application/json" },
    body: JSON.stringify({ user_id: crypto.randomUUID(), body: "written" }),
  });
  await first.stop();

  const second = await start({ dataDir: project.dataDir });
  expect(await notes(second)).toEqual(["seeded", "written"]);
  expect(second.keys).toEqual(first.keys);
});

test("starts even if the pid file of an exited Postgres names another process", async () => {
  const first = await start({ dataDir: project.dataDir });
  const pidFile = join(project.dataDir, "pg", "postmaster.pid");
  const [, ...lines] = readFileSync(pidFile, "utf8").split("\n");
  await first.stop();
  const other = spawn("sleep", ["60"]);
  try {
    writeFileSync(pidFile, [other.pid, ...lines].join("\n"));
    const { uid, gid } = statSync(join(project.dataDir, "pg"));
    chownSync(pidFile, uid, gid);
    expect(await notes(await start({ dataDir: project.dataDir }))).toContain("seeded");
  } finally {
    other.kill();
  }
});

test("creates key files that only their owner can read, and puts no password or key on a command line", async () => {
  const { dataDir, keys } = await start({ dataDir: project.dataDir });
  expect(statSync(join(dataDir, "keys.json")).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, "jwks.json")).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o066).toBe(0);
  expect(readFileSync(join(dataDir, ".gitignore"), "utf8")).toBe("*\n");
  const { passwords } = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"));
  const commands = (readLock(dataDir)?.children ?? []).map(({ pid }) => commandOf(pid));
  expect(commands).toHaveLength(2);
  for (const secret of [...Object.values<string>(passwords), ...Object.values(keys)]) {
    expect(secret.length).toBeGreaterThan(10);
    expect(commands.join("\n")).not.toContain(secret);
  }
});

test("deletes data and keys on a fresh start", async () => {
  const before = await start({ dataDir: project.dataDir });
  await before.stop();
  const after = await start({ dataDir: project.dataDir, fresh: true });
  expect(await notes(after)).toEqual(["seeded"]);
  expect(after.keys.secret).not.toBe(before.keys.secret);
});

test("refuses a second start with the same data directory, and names the first backend", async () => {
  const first = await start({ dataDir: project.dataDir });
  await expect(start({ dataDir: project.dataDir })).rejects.toMatchObject({
    code: "already_running",
    message: expect.stringMatching(
      new RegExp(`${first.urls.api}.* Stop it, or choose another data directory\\.$`),
    ),
  });
  expect(await notes(first)).toContain("seeded");
});

test("refuses a data directory that contains unrelated files, and does not change it", async () => {
  const folder = join(project.dir, "..", "photos");
  project.write("../photos/holiday.jpg", "picture");
  const before = statSync(folder).mode;
  await expect(start({ dataDir: folder })).rejects.toMatchObject({
    code: "data_directory_unusable",
    message: expect.stringContaining(folder),
  });
  expect(readdirSync(folder)).toEqual(["holiday.jpg"]);
  expect(statSync(folder).mode).toBe(before);
});

test("refuses a data directory that is a file, and names its path", async () => {
  const file = join(project.dir, "..", "a-file");
  writeFileSync(file, "");
  await expect(start({ dataDir: file })).rejects.toMatchObject({
    code: "data_directory_unusable",
    message: expect.stringContaining(file),
  });
});

test("refuses a data directory with a database but without keys.json", async () => {
  project.write("../lost/pg/PG_VERSION", "17\n");
  await expect(start({ dataDir: join(project.dir, "..", "lost") })).rejects.toMatchObject({
    code: "data_directory_unusable",
    message: expect.stringContaining("keys.json"),
  });
});

test("reports a port that is in use, and leaves no lock file", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as { port: number };
  for (const ports of [
    { api: port, db: 0 },
    { api: 0, db: port },
  ]) {
    await expect(start({ dataDir: project.dataDir, ports })).rejects.toMatchObject({
      code: "port_in_use",
      message: expect.stringContaining(`Port ${port}`),
    });
  }
  other.close();
  expect(readLock(project.dataDir)).toBeUndefined();
});

test.runIf(process.getuid?.() === 0)(
  "reports data that the system user of PostgreSQL cannot reach when root runs the backend, and does not delete the data",
  async ({ skip }) => {
    const above = join(project.dir, "..");
    const dataDir = join(above, "reachable");
    chmodSync(above, 0o711);
    const before = await start({ dataDir });
    await before.stop();
    const runsInPlace = statSync(join(dataDir, "pg")).uid === 0;
    skip(runsInPlace, "the binaries are closed to other accounts, so root runs them in place");
    chmodSync(above, 0o700);
    await expect(start({ dataDir })).rejects.toMatchObject({
      code: "data_directory_unusable",
      message: expect.stringContaining(dataDir),
    });
    chmodSync(above, 0o711);
    expect(await notes(await start({ dataDir }))).toEqual(["seeded"]);
  },
);
