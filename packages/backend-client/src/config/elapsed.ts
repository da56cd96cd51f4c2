export interface Clocks {
  now(): number;
  /**
   * This clock ignores changes of the date, but stops on some platforms while the machine sleeps.
   */
  monotonicNow(): number;
}

/**
 * Starts to measure elapsed time with two clocks. The returned function returns the larger of the
 * two times, so neither sleep of the machine nor a date that was set back can make a wait longer.
 */
export function startCounting(clocks: Clocks): () => number {
  const date = clocks.now();
  const steady = clocks.monotonicNow();
  return () => Math.max(clocks.now() - date, clocks.monotonicNow() - steady);
}
