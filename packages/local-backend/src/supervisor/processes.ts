import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Identifies a process by pid and start time, because another process may reuse the pid. */
export interface ProcessMark {
  pid: number;
  /** Empty on platforms that do not report start times. */
  startedAt: string;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // Field 2, the command, may contain spaces and parentheses.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

function isZombie(pid: number): boolean {
  return process.platform === "linux" && statFields(pid)?.[0] === "Z";
}

export function markOf(pid: number): ProcessMark | undefined {
  if (!isAlive(pid)) return undefined;
  if (process.platform === "linux") {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    // The start time is field 22 of proc_pid_stat(5). `statFields` begins with field 3.
    return { pid, startedAt: `${boot}:${statFields(pid)?.[19] ?? ""}` };
  }
  return { pid, startedAt: ask("ps", ["-o", "lstart=", "-p", String(pid)]) };
}

export function isSameProcess(mark: ProcessMark): boolean {
  const current = markOf(mark.pid);
  if (!current) return false;
  return mark.startedAt === "" || current.startedAt === "" || current.startedAt === mark.startedAt;
}

export function commandOf(pid: number): string {
  if (process.platform === "linux") {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    } catch {
      return "";
    }
  }
  return ask("ps", ["-o", "command=", "-p", String(pid)]);
}

function ask(command: string, args: string[]): string {
  if (process.platform === "win32") return "";
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "";
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
}
