/** A backend's clock in the hands of a test. */
export interface TestClock {
  now(): number;
  advance(seconds: number): void;
}

/** The time for which an authenticator shows one code. */
const STEP_MILLISECONDS = 30_000;

/**
 * Starts where an authenticator's newest step began and stands still, but for a millisecond at each
 * reading: rows keep their order, and no step ends in the middle of a test.
 */
export function createClock(): TestClock {
  const now = Date.now();
  let milliseconds = now - (now % STEP_MILLISECONDS);
  return {
    now: () => milliseconds++,
    advance(seconds) {
      milliseconds += seconds * 1000;
    },
  };
}
