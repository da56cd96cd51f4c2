import { DISK_FULL } from "../gateway/disk-full.ts";

/** Body of the 503 response while PostgREST restarts. */
export const UNAVAILABLE = JSON.stringify({
  code: "PGRST000",
  message: "PostgREST does not respond.",
});

/**
 * Body of the response while the disk is full. It replaces PostgREST's error, because PostgreSQL
 * may have exited without a reason.
 */
export const DISK_IS_FULL = JSON.stringify({
  code: "53100",
  details: null,
  hint: null,
  message: DISK_FULL,
});
