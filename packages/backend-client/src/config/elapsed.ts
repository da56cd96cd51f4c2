export interface Clocks {
  now(): number;
  /** Ignores changes of the device's date, but may stop while the machine sleeps. */
  monotonicNow(): number;
}

export function startCounting(clocks: Clocks): () => number {
  const date = clocks.now();
  const steady = clocks.monotonicNow();
  return () => Math.max(clocks.now() - date, clocks.monotonicNow() - steady);
}
