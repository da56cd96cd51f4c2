import { chmodSync, mkdtempSync, readdirSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { clusterFolder, pointToCluster } from "../supervisor/account.ts";
import { isOwned, readLock } from "../supervisor/lock.ts";
import { reclaimOrphans } from "../supervisor/orphans.ts";
import { removeFolder } from "../supervisor/remove-folder.ts";
import { refuseSharedFolder } from "./shared-folder.ts";

const PREFIX = "local-backend-";
const SHARED_MEMORY = "/dev/shm";
/** Type of a file system in memory. Source: `TMPFS_MAGIC` in Linux's magic.h. */
const TMPFS = 0x01021994;
/**
 * Free shared memory that a cluster requires. Containers have only 64 MiB by default, which is too
 * little for a database.
 */
const REQUIRED_BYTES = 2 * 1024 ** 3;

/** Reads the type, block size in bytes, and number of free blocks of a file system. */
type ReadFileSystem = (path: string) => { type: number; bsize: number; bavail: number };

/**
 * Returns whether memory backends should store their clusters in shared memory. Requires 2 GiB of
 * free shared memory. Returns false if `TMPDIR` is set, because all temporary data then belongs in
 * the folder that `TMPDIR` names.
 */
export function hasSharedMemory(
  environment: NodeJS.ProcessEnv = process.env,
  readFileSystem: ReadFileSystem = (path) => statfsSync(path),
): boolean {
  if (environment.TMPDIR) return false;
  try {
    const { type, bsize, bavail } = readFileSystem(SHARED_MEMORY);
    return type === TMPFS && bsize * bavail >= REQUIRED_BYTES;
  } catch {
    // This system has no folder for shared memory.
    return false;
  }
}

export interface MemoryDirectory {
  dataDir: string;
  clusterDir: string;
  remove(): void;
}

/**
 * Creates a data directory in the system's temporary folder, and a folder for its cluster. The
 * cluster is in shared memory if possible, because on a disk the file system takes half of the CPU
 * time of a start.
 * @throws LocalBackendError `data_directory_unusable` if every function could read the folder
 */
export function createMemoryDirectory(projectDir: string): MemoryDirectory {
  refuseSharedFolder(join(tmpdir(), PREFIX), projectDir, "set TMPDIR to a folder outside");
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX));
  const clusterDir = createClusterFolder(dataDir);
  return { dataDir, clusterDir, remove: () => removeMemoryDirectory(dataDir) };
}

function createClusterFolder(dataDir: string): string {
  if (hasSharedMemory()) {
    try {
      const folder = mkdtempSync(join(SHARED_MEMORY, PREFIX));
      // Let the account of Postgres enter the folder, but not list it.
      chmodSync(folder, 0o711);
      pointToCluster(dataDir, join(folder, "pg"));
    } catch {
      // This account may not write to shared memory, so the cluster is in the data directory.
    }
  }
  return clusterFolder(dataDir);
}

function removeMemoryDirectory(dataDir: string): void {
  const clusterDir = clusterFolder(dataDir);
  removeFolder(clusterDir);
  const parent = dirname(clusterDir);
  if (dirname(parent) === SHARED_MEMORY) removeFolder(parent);
  removeFolder(dataDir);
}

/** Stops the child processes of killed memory backends and deletes their folders. */
export async function sweepMemoryDirectories(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(tmpdir(), name);
    const lock = readLock(folder);
    // Skip a folder without a lock, because a backend may have just created it. Skip a folder with
    // an owned lock, because its backend is running.
    if (!lock || isOwned(lock)) continue;
    try {
      await reclaimOrphans(clusterFolder(folder), lock);
      removeMemoryDirectory(folder);
    } catch {
      // Skip a folder that cannot be deleted, for example because a file is in use.
    }
  }
}
