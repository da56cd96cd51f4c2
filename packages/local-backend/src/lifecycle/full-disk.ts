import { fullDisk, isDiskFull, lacksSpace } from "../config/disk-full.ts";
import { LocalBackendError } from "../config/errors.ts";

/** Folders that the backend has used so far. */
export interface Folders {
  dataDir?: string;
  clusterDir?: string;
}

/**
 * Returns the error of a failed start or reset. If the cause is a full disk, the error names the
 * folder on that disk.
 */
export function nameFullDisk(error: unknown, { dataDir, clusterDir }: Folders): unknown {
  const isFull = clusterDir !== undefined && lacksSpace(clusterDir);
  if (isDiskFull(error)) {
    const folder = isFull ? clusterDir : dataDir;
    return folder === undefined ? error : fullDisk(folder, error);
  }
  // If PostgreSQL exits because its disk is full, neither its error nor the error of a lost
  // connection contains this reason.
  const isOtherReason = error instanceof LocalBackendError && error.code !== "child_failed";
  return isFull && !isOtherReason ? fullDisk(clusterDir, error) : error;
}
