import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LockFile } from "./lock.ts";
import { commandOf, isAlive, isSameProcess, signal, waitForExit } from "./processes.ts";

/**
 * Ends the processes of a killed backend. Checks the command of each process and, for a process in
 * the lock, also the start time.
 */
export async function reclaimOrphans(clusterDir: string, lock: LockFile): Promise<string[]> {
  const ended: string[] = [];
  const children = lock.children.filter((child) => isSameProcess(child) && isOurs(child));
  await Promise.all(
    children
      .filter((child) => child.name !== "postgres")
      .map(async (child) => {
        await end(child.pid, "SIGTERM", 2000);
        ended.push(child.name);
      }),
  );
  const postmaster = findPostmaster(clusterDir);
  if (postmaster !== undefined) {
    await end(postmaster, "SIGINT", 10_000);
    ended.push("postgres");
  }
  return ended;
}

function isOurs(child: { name: string; pid: number }): boolean {
  const command = commandOf(child.pid);
  return command === "" || /postgrest|postgres|deno/.test(command);
}

function findPostmaster(clusterDir: string): number | undefined {
  let pid: number;
  try {
    pid = Number(readFileSync(join(clusterDir, "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return undefined;
  }
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return undefined;
  return commandOf(pid).includes(clusterDir) ? pid : undefined;
}

/**
 * Postgres refuses to start while any process has the pid in its pid file, even a zombie or another
 * program. Postgres accepts the pid of its own parent, so this function writes the current pid. The
 * other lines stay, because Postgres uses them to check whether the shared memory is in use.
 */
export function disownPidFile(clusterDir: string): void {
  const path = join(clusterDir, "postmaster.pid");
  if (!existsSync(path) || findPostmaster(clusterDir) !== undefined) return;
  const [, ...lines] = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, [process.pid, ...lines].join("\n"));
}

async function end(pid: number, name: NodeJS.Signals, timeoutMs: number): Promise<void> {
  signal(pid, name);
  if (await waitForExit(pid, timeoutMs)) return;
  signal(pid, "SIGKILL");
  await waitForExit(pid, 2000);
}
