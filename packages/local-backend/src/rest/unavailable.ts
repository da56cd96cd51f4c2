import { DISK_FULL } from "../config/disk-full.ts";

/** Body of the 503 response if PostgREST does not respond, for example while it restarts. */
export const UNAVAILABLE = JSON.stringify({
  code: "PGRST000",
  message: "PostgREST does not respond.",
});

/**
 * Body of the response while the disk is full. This body replaces PostgREST's error, because
 * PostgreSQL may have exited without reporting the reason.
 */
export const DISK_IS_FULL = JSON.stringify({
  code: "53100",
  details: null,
  hint: null,
  message: DISK_FULL,
});
