/** Minimum wait before a load. One load covers all changes that arrive during the wait. */
const SOON_MS = 300;
const INTERVAL_MS = 5_000;
/**
 * Maximum random delay of a load. All open pages of a firm receive a change at the same moment, so
 * the delay spreads their loads.
 */
const SPREAD_MS = 1_000;

/**
 * After `ask`, calls `load` once, 0.3 to 1.3 seconds later. Waits longer if the last load started
 * less than 5 seconds ago or is still running. A hidden page loads only when it becomes visible.
 */
export function paceLoads(load: () => Promise<unknown>, random: () => number = Math.random) {
  let isAsked = false;
  let isRunning = false;
  let earliest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const plan = () => {
    if (!isAsked || isRunning || timer !== undefined) return;
    if (document.visibilityState !== "visible") return;
    const delay = Math.max(SOON_MS, earliest - Date.now()) + random() * SPREAD_MS;
    timer = setTimeout(run, delay);
  };
  const run = () => {
    timer = undefined;
    if (document.visibilityState !== "visible") return;
    isAsked = false;
    isRunning = true;
    earliest = Date.now() + INTERVAL_MS;
    const settle = () => {
      isRunning = false;
      plan();
    };
    load().then(settle, settle);
  };
  document.addEventListener("visibilitychange", plan);

  return {
    ask: () => {
      isAsked = true;
      plan();
    },
    stop: () => {
      isAsked = false;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", plan);
    },
  };
}
