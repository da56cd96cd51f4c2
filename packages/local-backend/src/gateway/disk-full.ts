import { statfsSync } from "node:fs";

/** Error codes of the file system (`ENOSPC`, `EDQUOT`) and of PostgreSQL (SQLSTATE 53100). */
const CODES = new Set<unknown>(["ENOSPC", "EDQUOT", "53100"]);

/** The message for the caller and for the log. */
export const DISK_FULL = "The disk of the local backend is full. Free space, then try again.";

/** PostgreSQL exits without a reason if it cannot write a segment of its write-ahead log. */
const LOG_SEGMENT_BYTES = 16_777_216;

/** Returns whether the disk of the folder has too little space for PostgreSQL. */
export function lacksSpace(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LOG_SEGMENT_BYTES;
}

/** Returns whether a write failed because the disk is full. Also checks the causes of the error. */
export function isDiskFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ("code" in each && CODES.has(each.code)) return true;
  }
  return false;
}
