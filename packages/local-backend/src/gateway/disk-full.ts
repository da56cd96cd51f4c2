import { statfsSync } from "node:fs";

/** Of the file system (`ENOSPC`, `EDQUOT`) and of PostgreSQL (SQLSTATE 53100). */
const CODES = new Set<unknown>(["ENOSPC", "EDQUOT", "53100"]);

/** For the caller and the log. */
export const DISK_FULL = "The disk of the local backend is full. Free space, then try again.";

/** PostgreSQL ends when it cannot write a segment of its log, and then cannot say why. */
const LOG_SEGMENT_BYTES = 16_777_216;

/** True if the disk of the folder has too little space for PostgreSQL to run. */
export function lacksSpace(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LOG_SEGMENT_BYTES;
}

/** True if a write failed because the disk is full. Follows `cause`. */
export function isDiskFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ("code" in each && CODES.has(each.code)) return true;
  }
  return false;
}
