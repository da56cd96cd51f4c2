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
/** `TMPFS_MAGIC` in Linux's magic.h. */
const TMPFS = 0x01021994;
/** By default, containers have only 64 MiB of shared memory, which is too little for a database. */
const REQUIRED_BYTES = 2 * 1024 ** 3;

type ReadFileSystem = (path: string) => { type: number; bsize: number; bavail: number };

/** If `TMPDIR` is set, all temporary data belongs in the folder that it names. */
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
 * Prefers shared memory for the cluster. On a disk, the file system takes half of the CPU time of a
 * start.
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
      // This account may not write to shared memory.
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

export async function sweepMemoryDirectories(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(tmpdir(), name);
    const lock = readLock(folder);
    // A backend may have just created a folder without a lock.
    if (!lock || isOwned(lock)) continue;
    try {
      await reclaimOrphans(clusterFolder(folder), lock);
      removeMemoryDirectory(folder);
    } catch {
      // The folder cannot be deleted, for example because a file is in use.
    }
  }
}
