// Uses only built-in modules of Node 20, because run.mjs may run on Node 20.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const GRACE_MS = 5_000;
const LOOK_MS = 20;

/**
 * Returns the start time in `stat` (see proc_pid_stat(5)), or undefined if the process has ended.
 * `threads` also counts ended threads that no process has waited for.
 */
export function startOf(stat, threads) {
  // The command name may contain spaces and parentheses, so start after the last parenthesis.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // The state is Z as soon as the first thread ends, but other threads may still run and keep the
  // port.
  if (state === "Z" && threads <= 1) return undefined;
  return rest[18];
}

/**
 * Returns a text that identifies the start of the process. On Linux, start times are relative to
 * the boot, so the text contains the boot ID.
 */
function look(pid) {
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      const start = startOf(stat, readdirSync(`/proc/${pid}/task`).length);
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
      return start && `${boot}:${start}`;
    } catch {
      return undefined;
    }
  }
  if (process.platform === "win32") return undefined;
  try {
    const words = ["-o", "lstart=", "-p", `${pid}`];
    return execFileSync("ps", words, { encoding: "utf8", stdio: "pipe" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Identifies the process by its ID and start, because a later process may get the same ID. */
const markOf = (pid) => ({ pid, startedAt: look(pid) });
const isSame = ({ pid, startedAt }) => startedAt !== undefined && look(pid) === startedAt;

function read(path) {
  try {
    const { owner, web } = JSON.parse(readFileSync(path, "utf8"));
    return Number.isInteger(owner?.pid) && Number.isInteger(web?.pid) ? { owner, web } : undefined;
  } catch {
    return undefined;
  }
}

function signal(pid, name) {
  try {
    process.kill(-pid, name);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

async function end(web) {
  signal(web.pid, "SIGTERM");
  for (let waited = 0; isSame(web) && waited < GRACE_MS; waited += LOOK_MS) await delay(LOOK_MS);
  if (isSame(web)) signal(web.pid, "SIGKILL");
  while (isSame(web)) await delay(LOOK_MS);
}

/**
 * Stores the process IDs of this script and of the web server. Returns a function that deletes the
 * record.
 */
export function recordServer(directory, { port, pid }) {
  const path = join(directory, `web-${port}.json`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(path, JSON.stringify({ owner: markOf(process.pid), web: markOf(pid) }));
  return () => rmSync(path, { force: true });
}

/**
 * Ends recorded web servers whose start script has ended. Skips a server whose process ID now
 * belongs to another process.
 */
export async function endOrphanedServers(directory) {
  const ended = [];
  for (const name of existsSync(directory) ? readdirSync(directory) : []) {
    if (!/^web-\d+\.json$/.test(name)) continue;
    const path = join(directory, name);
    const note = read(path);
    if (note && isSame(note.owner)) continue;
    if (note && isSame(note.web)) {
      await end(note.web);
      ended.push(note.web.pid);
    }
    rmSync(path, { force: true });
  }
  return ended;
}
