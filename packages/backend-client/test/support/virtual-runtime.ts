import type { Runtime } from "../../src/config/runtime.js";

/** A runtime whose time moves only by hand, or when everything waits for it. */
export interface VirtualRuntime extends Runtime {
  /** Moves the clock without running timers. */
  advance(milliseconds: number): void;
  /** Tells that real work is under way, so that time must stand still meanwhile. */
  busy<T>(work: Promise<T>): Promise<T>;
}

/** Creates a virtual runtime that starts at a round moment. */
export function createVirtualRuntime(upstream: typeof fetch): VirtualRuntime {
  let now = Date.parse("2026-03-01T00:00:00Z");
  let working = 0;
  let idleRounds = 0;
  let isPumping = false;
  const timers = new Set<{ at: number; run: () => void }>();

  const pump = (): void => {
    if (timers.size === 0) {
      isPumping = false;
      return;
    }
    idleRounds = working === 0 ? idleRounds + 1 : 0;
    if (idleRounds > 20) {
      const [next] = [...timers].sort((a, b) => a.at - b.at);
      if (next) {
        timers.delete(next);
        now = Math.max(now, next.at);
        idleRounds = 0;
        next.run();
      }
    }
    setImmediate(pump);
  };

  let counter = 0;
  const runtime: VirtualRuntime = {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
    async busy(work) {
      working += 1;
      try {
        return await work;
      } finally {
        working -= 1;
      }
    },
    fetch: (input, init) => upstream(input, init),
    randomBytes: (length) => Uint8Array.from({ length }, () => counter++ % 256),
    schedule(run, milliseconds) {
      const timer = { at: now + milliseconds, run };
      timers.add(timer);
      if (!isPumping) {
        isPumping = true;
        idleRounds = 0;
        setImmediate(pump);
      }
      return () => timers.delete(timer);
    },
    lock: (_key, work) => work(),
  };
  return runtime;
}
