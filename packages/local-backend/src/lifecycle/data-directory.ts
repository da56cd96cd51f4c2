import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fullDisk, isDiskFull } from "../config/disk-full.ts";
import { LocalBackendError } from "../config/errors.ts";
import { clusterFolder } from "../supervisor/account.ts";
import { isOwned, Lock, type LockFile, readLock } from "../supervisor/lock.ts";
import { reclaimOrphans } from "../supervisor/orphans.ts";
import { removeFolder } from "../supervisor/remove-folder.ts";
import { refuseSharedFolder } from "./shared-folder.ts";

export const IGNORE = ".gitignore";

export function openDataDirectory(path: string, projectDir: string): string {
  const dataDir = resolve(path);
  refuseSharedFolder(dataDir, projectDir);
  try {
    if (!existsSync(dataDir)) {
      makeFolder(dataDir);
    } else if (!isOurs(readdirSync(dataDir))) {
      throw new LocalBackendError(
        "data_directory_unusable",
        `The data directory ${dataDir} contains other files; choose an empty or new folder.`,
      );
    }
    // If root starts the backend, PostgreSQL runs as another user, which needs execute permission.
    chmodSync(dataDir, statSync(dataDir).mode & 0o711);
    const isSetAside = readdirSync(dataDir).some((name) => name.startsWith("previous"));
    const isKeyless = !isSetAside && !existsSync(join(dataDir, "keys.json"));
    if (isKeyless && existsSync(clusterFolder(dataDir))) {
      throw new LocalBackendError(
        "data_directory_unusable",
        `The data directory ${dataDir} has no keys.json; restore it or choose a new folder.`,
      );
    }
    // This also checks that the folder is writable.
    writeFileSync(join(dataDir, IGNORE), "*\n");
  } catch (cause) {
    if (cause instanceof LocalBackendError) throw cause;
    if (isDiskFull(cause)) throw fullDisk(dataDir, cause);
    const code = (cause as NodeJS.ErrnoException).code ?? "unknown";
    throw new LocalBackendError(
      "data_directory_unusable",
      `The data directory ${dataDir} cannot be used (${code}); choose a folder that your system user can write to.`,
      { cause },
    );
  }
  return dataDir;
}

/**
 * Replaces Node's recursive mkdir, which loops forever if mkdir fails with ENOENT although the
 * parent exists, as in /proc.
 */
function makeFolder(path: string): void {
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeFolder(parent);
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Returns a function for a failed start: it removes what the start added to the folder and restores
 * the folder's mode, unless the database already exists.
 */
export function rememberFolder(path: string): () => void {
  const names = existsSync(path) ? listFolder(path) : [];
  const mode = names !== undefined && existsSync(path) ? statSync(path).mode & 0o777 : undefined;
  return () => {
    if (names === undefined) return;
    if (existsSync(join(clusterFolder(path), "PG_VERSION"))) return;
    for (const name of readdirSync(path)) {
      if (!names.includes(name) && !name.startsWith("lock.json")) removeFolder(join(path, name));
    }
    if (mode !== undefined) chmodSync(path, mode);
  };
}

function listFolder(path: string): string[] | undefined {
  try {
    return readdirSync(path);
  } catch {
    return undefined;
  }
}

function isOurs(names: string[]): boolean {
  return (
    names.every((name) => name === IGNORE) ||
    ["keys.json", "lock.json", "pg", "previous"].some((name) => names.includes(name))
  );
}

function alreadyRunning(dataDir: string, lock: LockFile | undefined): LocalBackendError {
  const where = lock?.urls ? ` at ${lock.urls.api}` : "";
  const who = lock ? ` (process ${lock.owner.pid})` : "";
  return new LocalBackendError(
    "already_running",
    `The data directory ${dataDir} is in use by a local backend that is already running${where}${who}. Stop it, or choose another data directory.`,
  );
}

export async function takeLock(dataDir: string, log: (line: string) => void): Promise<Lock> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const lock = Lock.take(dataDir);
    if (lock) return lock;
    const other = readLock(dataDir);
    if (other && isOwned(other)) throw alreadyRunning(dataDir, other);
    if (other) await reclaim(dataDir, other, log);
  }
  throw alreadyRunning(dataDir, readLock(dataDir));
}

export async function reclaim(
  dataDir: string,
  lock: LockFile,
  log: (line: string) => void,
): Promise<void> {
  const ended = await reclaimOrphans(clusterFolder(dataDir), lock);
  if (ended.length > 0)
    log(`stopped processes that a killed backend left running: ${ended.join(", ")}`);
  Lock.removeStale(dataDir, lock);
}
