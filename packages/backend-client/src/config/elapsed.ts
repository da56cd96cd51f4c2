export interface Clocks {
  now(): number;
  /** This clock never jumps, but stops during sleep on some platforms. */
  monotonicNow(): number;
}

/**
 * Measures elapsed time by the clock that moved more. Neither sleep nor a date that was set back
 * extends a wait.
 */
export function startCounting(clocks: Clocks): () => number {
  const date = clocks.now();
  const steady = clocks.monotonicNow();
  return () => Math.max(clocks.now() - date, clocks.monotonicNow() - steady);
}
