import { DISK_FULL } from "../config/disk-full.ts";

export const UNAVAILABLE = JSON.stringify({
  code: "PGRST000",
  message: "PostgREST does not respond.",
});

/** Replaces PostgREST's error, which does not say that the disk is full. */
export const DISK_IS_FULL = JSON.stringify({
  code: "53100",
  details: null,
  hint: null,
  message: DISK_FULL,
});
