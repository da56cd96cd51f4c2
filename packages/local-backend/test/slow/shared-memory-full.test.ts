import { spawnSync } from "node:child_process";
import { statfsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { DISK_FULL } from "../../src/config/disk-full.ts";
import { clusterFolder } from "../../src/supervisor/account.ts";
import { startCommandIn } from "../lifecycle/command.ts";
import { createProject } from "../lifecycle/project.ts";
import { exhaustLog } from "./exhaust-log.ts";

const MEBIBYTE = 2 ** 20;

/** Runs a command in a new mount namespace, where it has its own `/dev/shm` of 3 GB. */
const OWN_SHARED_MEMORY = [
  ...["unshare", "--mount", "/bin/sh", "-c"],
  'mount -t tmpfs -o size=3g tmpfs /dev/shm && exec "$@"',
  "sh",
];

/** Only root can mount a file system, and some containers forbid it even for root. */
const canMount =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  spawnSync("unshare", [...OWN_SHARED_MEMORY.slice(1), "true"]).status === 0;

const project = createProject();
afterAll(() => {
  vi.unstubAllEnvs();
  project.remove();
});

test.runIf(canMount)(
  "reports full shared memory in a memory backend's log and to its callers, and recovers when space is free",
  async () => {
    // If `TMPDIR` is set, the backend does not use shared memory.
    vi.stubEnv("TMPDIR", undefined);
    const command = startCommandIn(
      OWN_SHARED_MEMORY,
      ...["start", "--memory", "--json", "--dir", project.dir, "--port", "0", "--db-port", "0"],
    );
    onTestFinished(() => void command.process.kill("SIGKILL"));
    const pid = String(command.process.pid);
    const log = { text: "" };
    command.process.stderr?.on("data", (text: string) => {
      log.text += text;
    });
    const { urls, keys, dataDir } = JSON.parse(await command.untilPrinted("}\n"));
    const cluster = clusterFolder(dataDir);
    expect(cluster).toMatch(/^\/dev\/shm\//);
    const used = () => {
      const { blocks, bfree, bsize } = statfsSync(join("/proc", pid, "root/dev/shm"));
      return Math.ceil(((blocks - bfree) * bsize) / MEBIBYTE);
    };
    // Shrinking the file system is faster than filling it with gigabytes.
    const resize = (mebibytes: number) => {
      const remount = ["mount", "-o", `remount,size=${mebibytes}m`, "/dev/shm"];
      expect(spawnSync("nsenter", ["-t", pid, "-m", ...remount]).status).toBe(0);
    };
    const call = async (path: string, body: object) => {
      const answer = await fetch(`${urls.api}${path}`, {
        method: "POST",
        headers: {
          apikey: keys.secret,
          authorization: `Bearer ${keys.serviceRole}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(body),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const signUp = (email: string) =>
      call("/auth/v1/signup", { email, password: "correct horse battery" });
    const createBucket = (name: string) => call("/storage/v1/bucket", { name });

    resize(used() + 8);
    await exhaustLog(urls.db);
    await expect
      .poll(() => log.text)
      .toContain(
        `Postgres ended because the disk of ${cluster} is full; Postgres starts again when 32 MiB are free`,
      );
    for (const { status, text } of [await signUp("full@example.com"), await createBucket("full")]) {
      expect(status).toBe(500);
      expect(text).toContain(DISK_FULL);
    }
    expect(log.text).toContain(`auth: POST /signup failed: ${DISK_FULL}`);
    expect(log.text).toContain(`storage: POST failed: ${DISK_FULL}`);

    resize(used() + 200);
    await expect.poll(async () => (await signUp("free@example.com")).status).toBe(200);
    expect((await createBucket("free")).status).toBe(200);
    command.process.kill("SIGINT");
    expect((await command.finished).code).toBe(0);
  },
);
