import { defaultRuntime } from "../../config/runtime.js";
import type { BackendClock } from "../memory-backend.js";

/** The machine's clock, plus the time that a test skips. */
export interface SystemClock extends BackendClock {
  /** Current time in milliseconds since the epoch, including skipped time. */
  now(): number;
  /**
   * Moves the clock ahead by this many milliseconds. Timers still take their full delay in real
   * time.
   */
  skip(milliseconds: number): void;
}

export function createSystemClock(): SystemClock {
  let skipped = 0;
  return {
    now: () => Date.now() + skipped,
    monotonicNow: () => performance.now() + skipped,
    schedule: defaultRuntime.schedule,
    hold: (work) => work,
    skip(milliseconds) {
      skipped += milliseconds;
    },
  };
}
