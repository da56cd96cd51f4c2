import { DISK_FULL } from "../gateway/disk-full.ts";

/** Body of the 503 while PostgREST starts again. */
export const UNAVAILABLE = JSON.stringify({
  code: "PGRST000",
  message: "PostgREST does not respond.",
});

/** Replaces what PostgREST answers then: PostgreSQL may have ended without giving a reason. */
export const DISK_IS_FULL = JSON.stringify({
  code: "53100",
  details: null,
  hint: null,
  message: DISK_FULL,
});
