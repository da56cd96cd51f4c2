import { REFRESH_CHECK_SECONDS } from "../config/constants.js";
import type { BrowserEnvironment } from "./environment.js";

/**
 * Looks at the session every 30 s, and at once when the page wakes up.
 * @returns stops looking
 */
export function startTicker(
  tick: () => Promise<void>,
  environment: Pick<BrowserEnvironment, "schedule" | "onWake">,
): () => void {
  let cancel = (): void => undefined;
  const again = (): void => {
    cancel = environment.schedule(() => {
      again();
      void tick();
    }, REFRESH_CHECK_SECONDS * 1000);
  };
  again();
  const stopWake = environment.onWake(() => void tick());
  return () => {
    cancel();
    stopWake();
  };
}
