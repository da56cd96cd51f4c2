/** Time as the SDK sees it. */
export interface Clock {
  /** Current time in milliseconds since the epoch. */
  now(): number;
  /** Waits; an aborted signal ends the wait at once, without throwing. */
  sleep(milliseconds: number, signal?: AbortSignal | undefined): Promise<void>;
}

/** The platform's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal?.addEventListener("abort", done);
    }),
};

/** What the SDK takes from the world, so that a test can bring its own. */
export interface Runtime {
  /** Current time in milliseconds since the epoch. */
  now(): number;
  /** HTTP client; defaults to the platform's, looked up at each call. */
  fetch: typeof fetch;
  /** Cryptographically strong random bytes. */
  randomBytes(length: number): Uint8Array;
  /** Runs a function after some milliseconds; the answer cancels it. */
  schedule(run: () => void, milliseconds: number): () => void;
  /** Runs work that no other instance may do at the same time; default: in this process only. */
  lock: Lock;
}

/**
 * Serialises work across instances (a Redis or Postgres lock, for example).
 * It must run `work` exactly once and answer its result; when the lock cannot be had in time it
 * should run `work` anyway: the auth service forgives two refreshes within ten seconds.
 */
export type Lock = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** The platform's own clock, fetch, random and timers. */
export const defaultRuntime: Runtime = {
  now: () => Date.now(),
  fetch: (input, init) => globalThis.fetch(input, init),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  schedule: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  lock: (_key, work) => work(),
};

/**
 * Whether a span of time is over since a moment. A moment in the future counts as over: the clock
 * was set back, and waiting until it is reached again could take hours.
 */
export function isSpanOver(sinceMs: number, spanMs: number, nowMs: number): boolean {
  return nowMs < sinceMs || nowMs - sinceMs >= spanMs;
}
