/** A clock of a backend, which only the test moves. */
export interface TestClock {
  now(): number;
  advance(seconds: number): void;
}

/** An authenticator app shows the same code for this time. */
const STEP_MILLISECONDS = 30_000;

/**
 * Creates a clock that starts at the beginning of an authenticator's current time step. It moves
 * only by a millisecond at each reading. Rows therefore keep their order, and no time step ends
 * during a test.
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
