import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { openKeyRing } from "../../src/keys/key-ring.ts";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { runCommand, startCommand } from "./command.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const project = createProject();
const above = join(project.dir, "..");
const isRoot = process.getuid?.() === 0;
const SOMEBODY = 1001;

afterAll(() => {
  vi.unstubAllEnvs();
  project.remove();
});

test.runIf(process.platform === "linux")(
  "reports on one line that the data directory cannot be created",
  async () => {
    const where = ["--dir", project.dir, "--data-dir", "/proc/nope/deeper"];
    const command = startCommand("start", ...where, "--port", "0", "--db-port", "0");
    const patience = setTimeout(() => command.process.kill("SIGKILL"), 15_000);
    const { code, stderr } = await command.finished;
    clearTimeout(patience);
    expect(code).toBe(1);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(/data directory \/proc\/nope\/deeper cannot be used/);
  },
);

test("creates the parent folders of a new data directory, and restricts access to the directory", async () => {
  const dataDir = join(above, "one", "two");
  project.write("migrations/20260102000000_broken.sql", "select nothing;\n");
  await expect(
    startLocalBackend({ dir: project.dir, dataDir, ports: FREE_PORTS }),
  ).rejects.toMatchObject({ code: "migration_failed" });
  expect(statSync(dataDir).mode & 0o066).toBe(0);
});

test.runIf(isRoot)("reports the file and its owner if keys belong to another account", async () => {
  const dataDir = join(above, "foreign");
  mkdirSync(dataDir);
  chmodSync(above, 0o711);
  await openKeyRing(dataDir, Date.now);
  chmodSync(join(dataDir, "keys.json"), 0o644);
  process.seteuid?.(SOMEBODY);
  try {
    await expect(openKeyRing(dataDir, Date.now)).rejects.toMatchObject({
      code: "data_directory_unusable",
      message: expect.stringMatching(/foreign cannot be used: .*keys\.json.*uid 0.*; /),
    });
  } finally {
    process.seteuid?.(0);
  }
});

test.runIf(isRoot)(
  "refuses another account's data directory if root starts the backend and only root can read the Postgres program",
  async ({ skip }) => {
    const namespace = spawnSync("unshare", ["--user", "--map-user=1000", "true"]);
    skip(namespace.status !== 0, "this system offers no namespaces");
    // Imitate a repository that was cloned into root's home directory. The stub is never executed.
    const bin = join(above, "closed", "bin");
    project.write("../closed/bin/postgres", "#!/bin/sh\n");
    chmodSync(join(bin, "postgres"), 0o755);
    chmodSync(join(above, "closed"), 0o700);
    chmodSync(above, 0o711);
    vi.stubEnv("LOCAL_BACKEND_POSTGRES", join(bin, "postgres"));
    const dataDir = join(above, "theirs");
    mkdirSync(dataDir, { mode: 0o755 });
    chmodSync(dataDir, 0o755);
    chownSync(dataDir, SOMEBODY, SOMEBODY);
    await expect(
      startLocalBackend({ dir: project.dir, dataDir, ports: FREE_PORTS }),
    ).rejects.toMatchObject({
      code: "data_directory_unusable",
      message: expect.stringMatching(/theirs cannot be used: .*uid 1001.*\. Start as that user/),
    });
    expect(readdirSync(dataDir)).toEqual([]);
    expect(statSync(dataDir).mode & 0o777).toBe(0o755);
    expect(existsSync(join(above, "closed", "bin", "initdb"))).toBe(false);
  },
);

test("refuses a data directory in the functions folder, where functions could read it, and creates nothing there", async () => {
  const functions = join(project.dir, "functions");
  const options = { dir: project.dir, ports: FREE_PORTS };
  const dataDir = join(functions, "data");
  const refusal = (advice: string) => ({
    code: "data_directory_unusable",
    message: expect.stringMatching(
      `is in ${functions}, whose files every function can read; ${advice}`,
    ),
  });
  await expect(startLocalBackend({ ...options, dataDir })).rejects.toMatchObject(
    refusal("choose a folder outside"),
  );
  // `status` would write keys into the data directory, so `status` must refuse the directory, too.
  const { code, stderr } = await runCommand("status", "--dir", project.dir, "--data-dir", dataDir);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining("whose files every function can read"),
  ]);
  expect(existsSync(functions)).toBe(false);

  mkdirSync(functions);
  vi.stubEnv("TMPDIR", functions);
  await expect(startLocalBackend({ ...options, memory: true })).rejects.toMatchObject(
    refusal("set TMPDIR to a folder outside"),
  );
  expect(readdirSync(functions)).toEqual([]);
});
