import { fullDisk, isDiskFull, lacksSpace } from "../config/disk-full.ts";
import { LocalBackendError } from "../config/errors.ts";

export interface Folders {
  dataDir?: string;
  clusterDir?: string;
}

export function nameFullDisk(error: unknown, { dataDir, clusterDir }: Folders): unknown {
  const isFull = clusterDir !== undefined && lacksSpace(clusterDir);
  if (isDiskFull(error)) {
    const folder = isFull ? clusterDir : dataDir;
    return folder === undefined ? error : fullDisk(folder, error);
  }
  // If PostgreSQL exits because the disk is full, the error does not say so.
  const isOtherReason = error instanceof LocalBackendError && error.code !== "child_failed";
  return isFull && !isOtherReason ? fullDisk(clusterDir, error) : error;
}
