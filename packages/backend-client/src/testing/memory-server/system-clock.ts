import { defaultRuntime } from "../../config/runtime.js";
import type { BackendClock } from "../memory-backend.js";

export interface SystemClock extends BackendClock {
  now(): number;
  /** Does not shorten pending timers. */
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
