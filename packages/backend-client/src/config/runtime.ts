/** What the SDK takes from the world, so that a test can bring its own. */
export interface Runtime {
  /** Current time in milliseconds since the epoch. */
  now(): number;
  /** HTTP client; defaults to the platform's, looked up at each call. */
  fetch: typeof fetch;
  /** Cryptographically strong random bytes. */
  randomBytes(length: number): Uint8Array;
  /**
   * Runs a function after some milliseconds; the answer cancels it. Work in the background must not
   * keep a process alive.
   */
  schedule(
    run: () => void,
    milliseconds: number,
    options?: { isBackground?: boolean | undefined },
  ): () => void;
  /** Runs work that no other instance may do at the same time; default: in this process only. */
  lock: Lock;
}

/**
 * Serialises work across instances (a Redis or Postgres lock, for example).
 *
 * It must call `work` at most once, answer what `work` answers, and let the lock go whatever
 * happens. `key` is `refresh:` and a SHA-256: no secret, the same in every instance. Waiting counts
 * into the 3 s a refresh may take, so wait a second at most and then call `work` all the same: the
 * auth service forgives two refreshes with one token within ten seconds. A lock that throws or
 * hangs is an outage of the refresh: nobody is signed out, and a token that is still good goes on.
 * @example
 * const lock: Lock = async (key, work) => {
 *   const release = await redlock.acquire(key, { ttlMs: 5_000, waitMs: 1_000 }).catch(() => null);
 *   try {
 *     return await work();
 *   } finally {
 *     await release?.();
 *   }
 * };
 */
export type Lock = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** The platform's own clock, fetch, random and timers. */
export const defaultRuntime: Runtime = {
  now: () => Date.now(),
  fetch: (input, init) => globalThis.fetch(input, init),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  schedule: (run, milliseconds, { isBackground = false } = {}) => {
    const timer: unknown = setTimeout(run, milliseconds);
    if (isBackground) (timer as { unref?: () => void }).unref?.();
    return () => clearTimeout(timer as ReturnType<typeof setTimeout>);
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
