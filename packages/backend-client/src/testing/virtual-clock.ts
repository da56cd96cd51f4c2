import type { Runtime } from "../config/runtime.js";

/**
 * A clock that moves only when a test moves it. With `isAutomatic`, it also jumps when all work
 * waits.
 */
export interface VirtualClock extends Pick<Runtime, "now" | "schedule"> {
  /** Elapsed milliseconds. `setDate` does not change them. */
  monotonicNow(): number;
  /**
   * Moves time ahead by this many milliseconds. Runs due timers in order, and pending promises
   * after each timer.
   */
  advance(milliseconds: number): Promise<void>;
  /**
   * Moves time ahead by this many milliseconds without running timers, as when a machine sleeps.
   */
  skip(milliseconds: number): void;
  /** Sets the date, in milliseconds since the epoch. Does not affect timers and `monotonicNow`. */
  setDate(milliseconds: number): void;
  /** Returns the number of pending timers, without background timers. */
  pending(): number;
  /** Prevents automatic jumps of the clock until the promise settles. */
  hold<T>(work: Promise<T>): Promise<T>;
}

/** Options of {@link createVirtualClock}. */
export interface VirtualClockOptions {
  /** First date, in milliseconds since the epoch. Default: January 15, 2026, 10:00 UTC. */
  date?: number | undefined;
  /** If true, time jumps to the next timer when all work waits for a timer. Default false. */
  isAutomatic?: boolean | undefined;
}

const DATE = Date.parse("2026-01-15T10:00:00Z");
/**
 * The clock jumps only after this many idle checks in a row, because other work can run between two
 * checks.
 */
const IDLE_LOOKS = 4;
/**
 * `advance` checks only this many times whether held work has ended, because that work may itself
 * wait for a timer.
 */
const HELD_LOOKS = 50;

export async function settlePromises(): Promise<void> {
  for (let round = 0; round < 50; round++) await Promise.resolve();
}

/**
 * Creates a clock for `defineBackend`'s runtime and the browser's environment.
 * @example
 * const clock = createVirtualClock();
 * const backend = defineBackend({ url, anonKey, runtime: { now: clock.now, schedule: clock.schedule } });
 */
export function createVirtualClock(options: VirtualClockOptions = {}): VirtualClock {
  // A test runner may install fake timers later, so read `setTimeout` now.
  const { setTimeout: later } = globalThis;
  const look = () => new Promise<void>((resolve) => void later(resolve, 0));
  const timers = new Set<{ at: number; run: () => void; isBackground: boolean }>();
  const isWaiting = () => [...timers].some(({ isBackground }) => !isBackground);
  let elapsed = 0;
  let offset = options.date ?? DATE;
  let held = 0;
  let changes = 0;
  let isWatching = false;

  const next = (until: number) =>
    [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];

  const settle = async (): Promise<void> => {
    await settlePromises();
    for (let looks = 0; held > 0 && looks < HELD_LOOKS; looks++) {
      await look();
      await settlePromises();
    }
  };

  const watch = async (): Promise<void> => {
    isWatching = true;
    let seen = changes;
    for (let idle = 0; isWaiting(); ) {
      await look();
      idle = held > 0 || seen !== changes ? 0 : idle + 1;
      seen = changes;
      if (idle < IDLE_LOOKS) continue;
      const timer = next(Number.POSITIVE_INFINITY);
      if (!timer) break;
      timers.delete(timer);
      elapsed = Math.max(elapsed, timer.at);
      timer.run();
      idle = 0;
    }
    isWatching = false;
  };

  return {
    now: () => offset + elapsed,
    monotonicNow: () => elapsed,
    schedule(run, milliseconds, { isBackground = false } = {}) {
      const timer = { at: elapsed + milliseconds, run, isBackground };
      timers.add(timer);
      if (isBackground) return () => timers.delete(timer);
      changes++;
      if (options.isAutomatic && !isWatching) void watch();
      return () => timers.delete(timer);
    },
    async advance(milliseconds) {
      const until = elapsed + milliseconds;
      await settle();
      for (let timer = next(until); timer; timer = next(until)) {
        timers.delete(timer);
        elapsed = Math.max(elapsed, timer.at);
        timer.run();
        await settle();
      }
      elapsed = Math.max(elapsed, until);
      await settle();
    },
    skip(milliseconds) {
      elapsed += milliseconds;
    },
    setDate(milliseconds) {
      offset = milliseconds - elapsed;
    },
    pending: () => [...timers].filter(({ isBackground }) => !isBackground).length,
    async hold(work) {
      held++;
      changes++;
      try {
        return await work;
      } finally {
        held--;
        changes++;
      }
    },
  };
}
