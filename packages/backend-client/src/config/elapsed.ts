export interface Clocks {
  /** Wall clock, which anyone may set. */
  now(): number;
  /** Never jumps, but stops during sleep on some platforms. */
  monotonicNow(): number;
}

/**
 * The clock that moved more counts, so neither sleep nor a date set back makes anything last
 * longer.
 */
export function startCounting(clocks: Clocks): () => number {
  const date = clocks.now();
  const steady = clocks.monotonicNow();
  return () => Math.max(clocks.now() - date, clocks.monotonicNow() - steady);
}
