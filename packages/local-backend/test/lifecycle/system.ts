import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** State of a listening socket in `/proc/net/tcp`, see proc_net_tcp(5). */
const LISTEN = "0A";

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

export function descendants(): number[] {
  const childrenOf = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readOrEmpty(`/proc/${name}/stat`);
    // The command name may contain spaces and parentheses, so start after the last parenthesis.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [];
  const waiting = [process.pid];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    const children = childrenOf.get(pid) ?? [];
    found.push(...children);
    waiting.push(...children);
  }
  return found;
}

export function programOf(pid: number): string {
  return readOrEmpty(`/proc/${pid}/cmdline`).split("\0")[0] ?? "";
}

function filesOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  } catch {
    return [];
  }
}

export function listeningPorts(pids: readonly number[]): number[] {
  const sockets = new Set(pids.flatMap(filesOf));
  return readOrEmpty("/proc/net/tcp")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === LISTEN && sockets.has(`socket:[${fields[9]}]`))
    .map((fields) => Number.parseInt(fields[1]?.split(":")[1] ?? "", 16));
}

export interface SharedMemory {
  files: string[];
  /** IDs of System V segments. Each PostgreSQL server locks its data directory with one. */
  segments: string[];
}

export function sharedMemory(pids: readonly number[]): SharedMemory {
  const maps = pids.map((pid) => readOrEmpty(`/proc/${pid}/maps`)).join("\n");
  const files = [...maps.matchAll(/\/dev\/shm\/\S+/g)].map(([name]) => name);
  // In `/proc/PID/maps`, the inode of a System V mapping is the segment's ID, see proc_pid_maps(5).
  const segments = [...maps.matchAll(/ (\d+) +\/SYSV\w+/g)].map(([, id = ""]) => id);
  return { files: [...new Set(files)], segments: [...new Set(segments)] };
}

export function existingSegments(): string[] {
  const lines = readOrEmpty("/proc/sysvipc/shm").split("\n").slice(1);
  return lines.map((line) => line.trim().split(/\s+/)[1] ?? "");
}
