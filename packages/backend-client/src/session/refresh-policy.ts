import { REFRESH_CHECK_SECONDS, REFRESH_THRESHOLD_CHECKS } from "../config/constants.js";

/**
 * Whether a session should be refreshed: three checks of 30 s or fewer fit into what is left, so
 * between 90 and 120 s before the end. Browser and server share this rule.
 * @param remainingSeconds lifetime left, by the server's clock
 */
export function isRefreshDue(remainingSeconds: number): boolean {
  return Math.floor(remainingSeconds / REFRESH_CHECK_SECONDS) <= REFRESH_THRESHOLD_CHECKS;
}

/** Seconds until {@link isRefreshDue} becomes true; 0 when it already is. */
export function secondsUntilDue(remainingSeconds: number): number {
  const due = REFRESH_CHECK_SECONDS * (REFRESH_THRESHOLD_CHECKS + 1);
  return Math.max(0, Math.floor(remainingSeconds) - due + 1);
}
