import { REFRESH_CHECK_SECONDS, REFRESH_THRESHOLD_CHECKS } from "../config/constants.js";

const SHORT_LIFETIME_SECONDS = 3 * REFRESH_CHECK_SECONDS * (REFRESH_THRESHOLD_CHECKS + 1);

function isShort(lifetimeSeconds: number | undefined): lifetimeSeconds is number {
  // A project's token hook may write any times. With a lifetime of zero, a tab would check without
  // a pause.
  const isKnown = lifetimeSeconds !== undefined && lifetimeSeconds > 0;
  return isKnown && lifetimeSeconds < SHORT_LIFETIME_SECONDS;
}

/**
 * A refresh is due in the last 120 s of a token, in which a tab checks at least three times. For a
 * lifetime of less than 6 min, a refresh is due in the last third. Otherwise, each request would
 * refresh a token that lives 2 min.
 */
export function isRefreshDue(
  remainingSeconds: number,
  lifetimeSeconds: number | undefined,
): boolean {
  if (isShort(lifetimeSeconds)) return remainingSeconds <= lifetimeSeconds / 3;
  return Math.floor(remainingSeconds / REFRESH_CHECK_SECONDS) <= REFRESH_THRESHOLD_CHECKS;
}

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

export function checkSeconds(lifetimeSeconds: number | undefined): number {
  return isShort(lifetimeSeconds) ? lifetimeSeconds / 6 : REFRESH_CHECK_SECONDS;
}
