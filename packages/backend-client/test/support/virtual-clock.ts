/** A clock that stands still until a test moves it. */
export interface VirtualClock {
  now(): number;
  monotonicNow(): number;
  schedule(run: () => void, milliseconds: number): () => void;
  /** Moves time on, running what falls due in order and letting promises settle in between. */
  advance(milliseconds: number): Promise<void>;
  /** Sets the device's date without time passing. */
  setDate(milliseconds: number): void;
  /** How many timers wait. */
  pending(): number;
}

/** Lets everything run that waits for nothing but promises. */
export async function settlePromises(): Promise<void> {
  for (let round = 0; round < 50; round++) await Promise.resolve();
}

/** Creates a virtual clock at a fixed date. */
export function createVirtualClock(date = Date.parse("2026-01-15T10:00:00Z")): VirtualClock {
  let elapsed = 0;
  let offset = date;
  const timers = new Set<{ at: number; run: () => void }>();
  const next = (until: number) =>
    [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
  return {
    now: () => offset + elapsed,
    monotonicNow: () => elapsed,
    schedule(run, milliseconds) {
      const timer = { at: elapsed + milliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(milliseconds) {
      const until = elapsed + milliseconds;
      await settlePromises();
      for (let timer = next(until); timer; timer = next(until)) {
        timers.delete(timer);
        elapsed = timer.at;
        timer.run();
        await settlePromises();
      }
      elapsed = until;
      await settlePromises();
    },
    setDate(milliseconds) {
      offset = milliseconds - elapsed;
    },
    pending: () => timers.size,
  };
}
