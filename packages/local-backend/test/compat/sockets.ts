import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { LocalBackend } from "../../src/index.ts";

export const hasProc = process.platform === "linux";

/** The state `TCP_LISTEN` in `/proc/net/tcp`. */
const LISTENING = "0A";
/** The flag `__SO_ACCEPTCON` in `/proc/net/unix`, which marks a listening socket. */
const ACCEPTS = "00010000";

export function workerPid(backend: LocalBackend, name: string): number {
  const lock = JSON.parse(readFileSync(`${backend.dataDir}/lock.json`, "utf8"));
  const children = lock.children as { name: string; pid: number }[];
  const child = children.find((each) => each.name === `function ${name}`);
  if (!child) throw new Error(`function ${name} does not run`);
  return child.pid;
}

export function openSockets(pid: number): string[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const target = linkOf(`/proc/${pid}/fd/${fd}`);
      return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [];
    }),
  );
  const rowsOf = (table: string) =>
    readFileSync(`/proc/${pid}/net/${table}`, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/));
  const internet = ["tcp", "tcp6", "udp", "udp6"].flatMap((table) =>
    rowsOf(table)
      .filter((row) => inodes.has(row[9] ?? ""))
      .filter((row) => table.startsWith("udp") || row[3] === LISTENING)
      .map((row) => `${table} ${addressOf(row[1] ?? "")}`),
  );
  const unix = rowsOf("unix")
    .filter((row) => inodes.has(row[6] ?? "") && row[3] === ACCEPTS)
    .map((row) => `unix ${row[7] ?? ""}`);
  return [...internet, ...unix].sort();
}

/** Returns an empty string if the file descriptor has been closed in the meantime. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

/** Converts `0100007F:1F40` to `127.0.0.1:8000`. An IPv6 address keeps the format of the kernel. */
function addressOf(written: string): string {
  const [host = "", port = ""] = written.split(":");
  const bytes = host.match(/../g) ?? [];
  const address =
    bytes.length === 4 ? bytes.reverse().map((byte) => Number.parseInt(byte, 16)) : [];
  return `${address.join(".") || `[${host}]`}:${Number.parseInt(port, 16)}`;
}
