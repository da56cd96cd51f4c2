/** A backend's clock, which does not follow the system's clock. The test moves it. */
export interface TestClock {
  now(): number;
  advance(seconds: number): void;
}

/** Time for which an authenticator app shows the same code. */
const STEP_MILLISECONDS = 30_000;

/**
 * Creates a clock that starts at the beginning of an authenticator's current time step. Each
 * reading moves the clock by a millisecond, so rows keep their order. A time step ends only if the
 * test moves the clock, or after 30,000 readings.
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
