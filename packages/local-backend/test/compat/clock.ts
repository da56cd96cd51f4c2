export interface TestClock {
  now(): number;
  advance(seconds: number): void;
}

const STEP_MILLISECONDS = 30_000;

/**
 * Starts at the beginning of a TOTP time step. Each call of `now` adds one millisecond, so that all
 * timestamps differ.
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
