export interface Clocks {
  now(): number;
  /** This clock never jumps, but stops during sleep on some platforms. */
  monotonicNow(): number;
}

/**
 * Measures elapsed time with two clocks and uses the one that moved more. Neither sleep nor a date
 * that was set back can make a wait longer.
 */
export function startCounting(clocks: Clocks): () => number {
  const date = clocks.now();
  const steady = clocks.monotonicNow();
  return () => Math.max(clocks.now() - date, clocks.monotonicNow() - steady);
}
