/** A backend's clock that a test moves. */
export interface TestClock {
  now(): number;
  advance(seconds: number): void;
}

/** An authenticator app shows one code for this time. */
const STEP_MILLISECONDS = 30_000;

/**
 * Starts at the beginning of an authenticator's newest step and stands still, except for a
 * millisecond at each reading. So rows keep their order, and no step ends in the middle of a test.
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
