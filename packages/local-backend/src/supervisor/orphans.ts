import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LockFile } from "./lock.ts";
import { commandOf, isAlive, isSameProcess, signal, waitForExit } from "./processes.ts";

/**
 * Stops the processes that a killed backend left running, and returns their names. Finds Postgres
 * by its pid file, and the other processes by the lock. Before it stops a process, checks the
 * command of the process, and for a process in the lock also the start time.
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
 * Replaces the pid in the pid file of an exited Postgres, so that the next Postgres can start.
 * Postgres refuses to start while any process has the pid in the file, even a zombie or another
 * program. It accepts the pid of its own parent process, so this function writes the pid of the
 * current process. The other lines remain, because Postgres uses them to check whether the shared
 * memory is still in use.
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
