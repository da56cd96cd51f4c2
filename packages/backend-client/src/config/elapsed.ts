export interface Clocks {
  now(): number;
  /** Never jumps, but stops during sleep on some platforms. */
  monotonicNow(): number;
}

/** Counts by the clock that moved more, so neither sleep nor a date set back extends a wait. */
export function startCounting(clocks: Clocks): () => number {
  const date = clocks.now();
  const steady = clocks.monotonicNow();
  return () => Math.max(clocks.now() - date, clocks.monotonicNow() - steady);
}
