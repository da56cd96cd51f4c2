/** Two clocks of one machine, in milliseconds. */
export interface Clocks {
  /** The date; anyone may set it. */
  now(): number;
  /** Never jumps, but stands still during sleep on some platforms. */
  monotonicNow(): number;
}

/**
 * Begins to count; the answer says how many milliseconds have passed. Of the two clocks the one that
 * moved more counts, so neither sleep nor a date that is set back makes anything last longer.
 */
export function startCounting(clocks: Clocks): () => number {
  const date = clocks.now();
  const steady = clocks.monotonicNow();
  return () => Math.max(clocks.now() - date, clocks.monotonicNow() - steady);
}
