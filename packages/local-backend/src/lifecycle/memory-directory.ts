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
/** `TMPFS_MAGIC` of Linux's magic.h. */
const TMPFS = 0x01021994;
/** The 64 MiB that containers have by default are too little for a database. */
const REQUIRED_BYTES = 2 * 1024 ** 3;

type ReadFileSystem = (path: string) => { type: number; bsize: number; bavail: number };

/** Returns false if `TMPDIR` is set, because all temporary data then belongs in that folder. */
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
 * Puts the cluster in shared memory if possible. On a disk, the file system takes half of the CPU
 * time of a start.
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
      // Let the account of Postgres enter the folder, but not list its files.
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
    // A folder without a lock may belong to a backend that has just created it.
    if (!lock || isOwned(lock)) continue;
    try {
      await reclaimOrphans(clusterFolder(folder), lock);
      removeMemoryDirectory(folder);
    } catch {
      // The folder cannot be deleted, for example because a file is in use.
    }
  }
}
