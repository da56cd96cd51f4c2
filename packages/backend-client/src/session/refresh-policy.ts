import { REFRESH_CHECK_SECONDS, REFRESH_THRESHOLD_CHECKS } from "../config/constants.js";

/** Below this lifetime, in seconds, a third of it is less than the usual threshold. */
const SHORT_LIFETIME_SECONDS = 3 * REFRESH_CHECK_SECONDS * (REFRESH_THRESHOLD_CHECKS + 1);

function isShort(lifetimeSeconds: number | undefined): lifetimeSeconds is number {
  // A token hook may write any dates: a lifetime of nothing would have a tab look without a pause.
  const isKnown = lifetimeSeconds !== undefined && lifetimeSeconds > 0;
  return isKnown && lifetimeSeconds < SHORT_LIFETIME_SECONDS;
}

/**
 * Whether a session should be refreshed: three checks of 30 s or fewer fit into what is left, so
 * between 90 and 120 s before the end. Of a token that lives less than 6 min, in its last third:
 * otherwise each request would rotate one that lives 2 min. Browser and server share this rule.
 * @param remainingSeconds lifetime left, by the server's clock
 * @param lifetimeSeconds whole lifetime of the token; undefined when it does not say
 */
export function isRefreshDue(
  remainingSeconds: number,
  lifetimeSeconds: number | undefined,
): boolean {
  if (isShort(lifetimeSeconds)) return remainingSeconds <= lifetimeSeconds / 3;
  return Math.floor(remainingSeconds / REFRESH_CHECK_SECONDS) <= REFRESH_THRESHOLD_CHECKS;
}

/** Seconds until {@link isRefreshDue} becomes true; 0 when it already is. */
export function secondsUntilDue(
  remainingSeconds: number,
  lifetimeSeconds: number | undefined,
): number {
  if (isShort(lifetimeSeconds)) {
    return Math.max(0, Math.ceil(remainingSeconds - lifetimeSeconds / 3));
  }
  const due = REFRESH_CHECK_SECONDS * (REFRESH_THRESHOLD_CHECKS + 1);
  return Math.max(0, Math.floor(remainingSeconds) - due + 1);
}

/** Seconds between two looks at a token: twice per threshold for a short one, else 30. */
export function checkSeconds(lifetimeSeconds: number | undefined): number {
  return isShort(lifetimeSeconds) ? lifetimeSeconds / 6 : REFRESH_CHECK_SECONDS;
}
