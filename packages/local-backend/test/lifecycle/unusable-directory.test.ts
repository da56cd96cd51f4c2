import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { openKeyRing } from "../../src/keys/key-ring.ts";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { startCommand } from "./command.ts";
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
  "reports a data directory that cannot be created in one sentence",
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

test("creates the parent folders of a new data directory", async () => {
  const dataDir = join(above, "one", "two");
  project.write("migrations/20260102000000_broken.sql", "select nothing;\n");
  await expect(
    startLocalBackend({ dir: project.dir, dataDir, ports: FREE_PORTS }),
  ).rejects.toMatchObject({ code: "migration_failed" });
  expect(statSync(dataDir).mode & 0o066).toBe(0);
});

test.runIf(isRoot)("reports keys that belong to another account in one sentence", async () => {
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
  "refuses another account's folder that Postgres cannot enter, if root starts the backend",
  async ({ skip }) => {
    const namespace = spawnSync("unshare", ["--user", "--map-user=1000", "true"]);
    skip(namespace.status !== 0, "this system offers no namespaces");
    // Binaries in a folder that other accounts cannot enter, as in a clone in root's home. The test
    // never runs them.
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
      message: expect.stringMatching(/theirs cannot be used: .*uid 1001.*; /),
    });
    expect(readdirSync(dataDir)).toEqual([]);
    expect(statSync(dataDir).mode & 0o777).toBe(0o755);
    expect(existsSync(join(above, "closed", "bin", "initdb"))).toBe(false);
  },
);
