import { statfsSync } from "node:fs";
import { LocalBackendError } from "./errors.ts";

const DISK_FULL_STATE = "53100";

const CODES = new Set<unknown>(["ENOSPC", "EDQUOT", DISK_FULL_STATE]);

export const DISK_FULL = "The disk of the local backend is full. Free up space, then try again.";

/**
 * Size of a segment of PostgreSQL's write-ahead log. Without space for a segment, PostgreSQL exits
 * without reporting the reason.
 */
const LOG_SEGMENT_BYTES = 16 * 2 ** 20;

/** Space for one segment during recovery and one segment for later writes. */
export const RESTART_BYTES = 2 * LOG_SEGMENT_BYTES;

export class DiskFullError extends Error {
  override name = "DiskFullError";
  readonly code = DISK_FULL_STATE;

  constructor(cause: unknown) {
    super(DISK_FULL, { cause });
  }
}

export function lacksSpace(folder: string, bytes = LOG_SEGMENT_BYTES): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < bytes;
  } catch {
    return false;
  }
}

export function fullDisk(folder: string, cause?: unknown): LocalBackendError {
  const message = `The disk of ${folder} is full. Free up space, then try again.`;
  return new LocalBackendError("disk_full", message, { cause });
}

export function isDiskFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ("code" in each && CODES.has(each.code)) return true;
  }
  return false;
}
