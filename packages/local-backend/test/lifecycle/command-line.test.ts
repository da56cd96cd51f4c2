import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { readLock } from "../../src/supervisor/lock.ts";
import { isSameProcess } from "../../src/supervisor/processes.ts";
import { runCommand, startCommand } from "./command.ts";
import { createProject } from "./project.ts";

const project = createProject();
const where = ["--dir", project.dir, "--data-dir", project.dataDir];
const ports = ["--port", "0", "--db-port", "0"];

afterAll(async () => {
  await runCommand("stop", ...where);
  project.remove();
});

const lockOf = () => {
  const lock = readLock(project.dataDir);
  if (!lock) throw new Error("no lock");
  return lock;
};

test.each([
  [["start", "--sed"], "--sed"],
  [["begin"], "begin"],
  [["start", "--port", "many"], "many"],
  [["start", "--dir", "/nowhere/supabase"], "/nowhere/supabase"],
  [["status", "--dir", "/nowhere/supabase"], "/nowhere/supabase"],
  [["stop", "--port", "54321"], "--port"],
  [["reset", "--db-port", "0"], "--db-port"],
])("refuses the arguments %j with a message of one line and exit code 1", async (args, named) => {
  const { code, stdout, stderr } = await runCommand(...args);
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toContain(named);
});

test("the help lists each option under the commands that take it, and says that reset deletes all data", async () => {
  const { code, stdout } = await runCommand("--help");
  expect(code).toBe(0);
  expect(stdout).toMatch(/reset +delete all data/);
  const [, ofStart, ofBoth, ofAll] = stdout.split(/^Options? of .*:$/m);
  expect(ofStart).toMatch(/--memory.*--from-schemas.*--port.*--db-port.*--no-legacy-keys/s);
  expect(ofBoth).toContain("--no-seed");
  expect(ofAll).toMatch(/--dir.*--data-dir.*--json.*--help/s);
});

test("prints the required version if Node is too old, before it loads the other modules", () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '22.17.1' })";
  const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
  const flags = ["--import", `data:text/javascript,${encodeURIComponent(old)}`];
  const { status, stderr } = spawnSync(process.execPath, [...flags, cli, "start"], {
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toBe("The local backend needs Node 22.18 or newer; this is Node 22.17.1.\n");
});

test("`status` on a stopped backend creates missing keys and exits with code 3", async () => {
  const { code, stdout } = await runCommand("status", "--json", ...where);
  expect(code).toBe(3);
  const saved = JSON.parse(readFileSync(join(project.dataDir, "keys.json"), "utf8"));
  expect(JSON.parse(stdout)).toMatchObject({
    state: "stopped",
    keys: saved.keys,
    programs: { postgres: expect.stringContaining("postgres") },
  });
});

test("runs start, status, reset and stop, and refuses a second start", async () => {
  const first = startCommand("start", ...where, ...ports);
  await first.untilPrinted("Ctrl-C");
  expect((await runCommand("status", ...where)).code).toBe(0);
  const second = await runCommand("start", ...where, ...ports);
  expect(second).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/already running.*`local-backend stop`.*--data-dir/),
  });
  expect((await runCommand("reset", ...where)).code).toBe(0);
  const children = lockOf().children;
  expect((await runCommand("stop", ...where)).code).toBe(0);
  expect(await first.finished).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("For development, demos and tests only"),
  });
  expect(children.filter(isSameProcess)).toEqual([]);
  expect(readLock(project.dataDir)).toBeUndefined();
});

test.each(["status", "stop"] as const)(
  "the command %s stops the child processes of a killed backend",
  async (name) => {
    const first = startCommand("start", ...where, ...ports);
    await first.untilPrinted("Ctrl-C");
    const { children } = lockOf();
    first.process.kill("SIGKILL");
    await first.finished;
    const { code, stderr } = await runCommand(name, ...where);
    expect(code).toBe(name === "status" ? 3 : 0);
    expect(stderr).toContain("stopped processes that a killed backend left running");
    expect(children.filter(isSameProcess)).toEqual([]);
    expect(readLock(project.dataDir)).toBeUndefined();
  },
);

test("resets a stopped backend without its seed, and stops a running backend on SIGHUP", async () => {
  const reset = await runCommand("reset", "--no-seed", ...where);
  expect(reset).toMatchObject({ code: 0, stderr: "" });
  const next = startCommand("start", ...where, ...ports);
  await next.untilPrinted("Ctrl-C");
  const { keys } = JSON.parse(readFileSync(join(project.dataDir, "keys.json"), "utf8"));
  const answer = await fetch(`${lockOf().urls?.api}/rest/v1/notes`, {
    headers: { apikey: keys.secret },
  });
  expect(await answer.json()).toEqual([]);
  next.process.kill("SIGHUP");
  expect((await next.finished).code).toBe(0);
});

test("stops the child processes of a killed backend on the next start, and keeps committed data", async () => {
  const first = startCommand("start", ...where, ...ports);
  await first.untilPrinted("Ctrl-C");
  const { urls, children } = lockOf();
  const { keys } = JSON.parse(readFileSync(join(project.dataDir, "keys.json"), "utf8"));
  const headers = { apikey: keys.secret, "content-type": "application/json" };
  const body = JSON.stringify({ user_id: crypto.randomUUID(), body: "acknowledged" });
  const written = await fetch(`${urls?.api}/rest/v1/notes`, { method: "POST", headers, body });
  expect(written.status).toBe(201);
  first.process.kill("SIGKILL");
  await first.finished;
  expect(children.filter(isSameProcess)).not.toEqual([]);

  const next = startCommand("start", ...where, ...ports);
  await next.untilPrinted("Ctrl-C");
  expect(children.filter(isSameProcess)).toEqual([]);
  const notes = await fetch(`${lockOf().urls?.api}/rest/v1/notes?body=eq.acknowledged`, {
    headers,
  });
  expect(await notes.json()).toHaveLength(1);
  next.process.kill("SIGINT");
  expect((await next.finished).code).toBe(0);
});

test.runIf(process.platform === "linux")(
  "restarts a crashed Postgres only after its last process has exited",
  async () => {
    const running = startCommand("start", ...where, ...ports);
    await running.untilPrinted("Ctrl-C");
    const { urls, children } = lockOf();
    const postmaster = children.find(({ name }) => name === "postgres")?.pid ?? 0;
    const task = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
    const slow = Number(task.split(" ")[0]);
    expect(slow).toBeGreaterThan(1);
    process.kill(slow, "SIGSTOP");
    process.kill(postmaster, "SIGKILL");
    const log = join(project.dataDir, "logs", "postgres.log");
    const patience = { timeout: 15_000 };
    await expect.poll(() => readFileSync(log, "utf8"), patience).toContain("still in use");
    process.kill(slow, "SIGCONT");
    await expect.poll(async () => (await fetch(`${urls?.api}/health`)).ok, patience).toBe(true);
    running.process.kill("SIGINT");
    expect((await running.finished).code).toBe(0);
  },
);

test("restarts a crashed Postgres once, and stops the backend after a second crash", async () => {
  const running = startCommand("start", ...where, ...ports);
  await running.untilPrinted("Ctrl-C");
  const { urls } = lockOf();
  const postgres = () => lockOf().children.find(({ name }) => name === "postgres")?.pid ?? 0;
  const killPostgres = () => {
    const pid = postgres();
    expect(pid).toBeGreaterThan(1);
    process.kill(pid, "SIGKILL");
    return pid;
  };
  const patience = { timeout: 15_000 };
  const first = killPostgres();
  await expect.poll(() => ![0, first].includes(postgres()), patience).toBe(true);
  await expect.poll(async () => (await fetch(`${urls?.api}/health`)).ok, patience).toBe(true);
  killPostgres();
  expect(await running.finished).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("postgres crashed twice"),
  });
  expect(readLock(project.dataDir)).toBeUndefined();
});
