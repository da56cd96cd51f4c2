import { type Clocks, startCounting } from "../config/elapsed.js";
import { isRefreshDue } from "../session/refresh-policy.js";

/** How long a token lives, counted from the moment it was received. */
export interface Lifetime {
  /** Seconds left; negative when over. */
  remainingSeconds(): number;
  isDue(): boolean;
}

/**
 * Starts counting a lifetime that the server stated. The device's date is compared with itself
 * only, so a wrong date changes nothing.
 */
export function startLifetime(seconds: number, clocks: Clocks): Lifetime {
  const elapsed = startCounting(clocks);
  const remainingSeconds = () => seconds - elapsed() / 1000;
  return { remainingSeconds, isDue: () => isRefreshDue(remainingSeconds()) };
}
