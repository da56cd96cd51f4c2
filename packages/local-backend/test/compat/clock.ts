/** A backend's clock in the hands of a test. */
export interface TestClock {
  now(): number;
  advance(seconds: number): void;
}

/** Starts at the machine's time and stands still, but for a millisecond at each reading: rows keep their order. */
export function createClock(): TestClock {
  let milliseconds = Date.now();
  return {
    now: () => milliseconds++,
    advance(seconds) {
      milliseconds += seconds * 1000;
    },
  };
}
