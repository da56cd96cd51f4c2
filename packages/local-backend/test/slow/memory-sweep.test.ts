import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readLock } from "../../src/supervisor/lock.ts";
import { isSameProcess } from "../../src/supervisor/processes.ts";
import { runCommand, startCommand } from "../lifecycle/command.ts";
import { createProject } from "../lifecycle/project.ts";

const project = createProject();
const where = ["--dir", project.dir, "--data-dir", project.dataDir];
const ports = ["--port", "0", "--db-port", "0"];
const root = mkdtempSync(join(tmpdir(), "memory-sweep-"));

beforeAll(() => {
  // Use a folder that no other test cleans. PostgreSQL runs as another user and needs execute
  // permission on it.
  chmodSync(root, 0o711);
  vi.stubEnv("TMPDIR", root);
});
afterAll(async () => {
  await runCommand("stop", ...where);
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
  project.remove();
});

test.each([
  ["status", []],
  ["stop", []],
  ["reset", []],
  ["start", ports],
] as const)(
  "the command %s stops a killed memory backend's processes and deletes its data",
  async (name, extra) => {
    const killed = startCommand("start", "--memory", "--json", ...where, ...ports);
    const { dataDir } = JSON.parse(await killed.untilPrinted("}\n"));
    const { children = [] } = readLock(dataDir) ?? {};
    expect(children).toHaveLength(2);
    killed.process.kill("SIGKILL");
    await killed.finished;
    expect(children.filter(isSameProcess)).toEqual(children);
    const next = startCommand(name, ...where, ...extra);
    if (name === "start") {
      await next.untilPrinted("Ctrl-C");
      next.process.kill("SIGINT");
    }
    expect((await next.finished).code).toBe(name === "status" ? 3 : 0);
    expect(children.filter(isSameProcess)).toEqual([]);
    expect(existsSync(dataDir)).toBe(false);
  },
);
