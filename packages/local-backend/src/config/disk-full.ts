import { statfsSync } from "node:fs";
import { LocalBackendError } from "./errors.ts";

/** Error code of PostgreSQL (SQLSTATE `disk_full`). */
const DISK_FULL_STATE = "53100";

/** Error codes of the file system and of PostgreSQL that mean a full disk. */
const CODES = new Set<unknown>(["ENOSPC", "EDQUOT", DISK_FULL_STATE]);

/** The message for the caller and for the log. */
export const DISK_FULL = "The disk of the local backend is full. Free up space, then try again.";

/**
 * Size of a segment of the write-ahead log. If PostgreSQL cannot write a segment, it exits without
 * reporting the reason, so `lacksSpace` checks for this much space.
 */
const LOG_SEGMENT_BYTES = 16 * 2 ** 20;

/**
 * Space that PostgreSQL needs for a restart: one log segment for the recovery, and one for later
 * writes.
 */
export const RESTART_BYTES = 2 * LOG_SEGMENT_BYTES;

/** Replaces the error of a connection that broke because PostgreSQL's disk is full. */
export class DiskFullError extends Error {
  override name = "DiskFullError";
  readonly code = DISK_FULL_STATE;

  constructor(cause: unknown) {
    super(DISK_FULL, { cause });
  }
}

/**
 * Returns whether the disk of the folder has too little space for PostgreSQL.
 * @param bytes required space. Default: one segment of the write-ahead log.
 */
export function lacksSpace(folder: string, bytes = LOG_SEGMENT_BYTES): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < bytes;
  } catch {
    // The free space is unknown, for example because the folder does not exist.
    return false;
  }
}

/** Returns the error to throw if a start or a reset fails because the disk is full. */
export function fullDisk(folder: string, cause?: unknown): LocalBackendError {
  const message = `The disk of ${folder} is full. Free up space, then try again.`;
  return new LocalBackendError("disk_full", message, { cause });
}

/** Returns whether a write failed because the disk is full. Also checks the causes of the error. */
export function isDiskFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ("code" in each && CODES.has(each.code)) return true;
  }
  return false;
}
