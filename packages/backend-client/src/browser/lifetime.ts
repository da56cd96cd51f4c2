import { isRefreshDue } from "../session/refresh-policy.js";
import type { BrowserEnvironment } from "./environment.js";

type Clocks = Pick<BrowserEnvironment, "now" | "monotonicNow">;

/** How long a token lives, counted from the moment it was received. */
export interface Lifetime {
  /** Seconds left; negative when over. */
  remainingSeconds(): number;
  isDue(): boolean;
}

/**
 * Starts counting a lifetime that the server stated. The device's date is compared with itself
 * only, so a wrong date changes nothing. Of the two clocks the one that moved more counts: the
 * monotonic one does not see sleep on every platform, the date does not see being set back.
 */
export function startLifetime(seconds: number, clocks: Clocks): Lifetime {
  const date = clocks.now();
  const steady = clocks.monotonicNow();
  const remainingSeconds = () =>
    seconds - Math.max(clocks.now() - date, clocks.monotonicNow() - steady) / 1000;
  return { remainingSeconds, isDue: () => isRefreshDue(remainingSeconds()) };
}
