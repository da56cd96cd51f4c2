/** Everything that the SDK uses of the platform. A test can replace it. */
export interface Runtime {
  /** Current time in milliseconds since the epoch. */
  now(): number;
  /** HTTP client. Default: the platform's, looked up at each call. */
  fetch: typeof fetch;
  /** Cryptographically strong random bytes. */
  randomBytes(length: number): Uint8Array;
  /**
   * Runs a function after some milliseconds. Returns a function that cancels it. Work in the
   * background must not keep a process alive.
   */
  schedule(
    run: () => void,
    milliseconds: number,
    options?: { isBackground?: boolean | undefined },
  ): () => void;
  /** Runs work that no other instance may do at the same time. Default: in this process only. */
  lock: Lock;
}

/**
 * Serializes work across instances, for example with a Redis or Postgres lock.
 *
 * It must call `work` at most once, return the result of `work`, and release the lock in any case.
 * `key` is `refresh:` and a SHA-256. It is not secret, and it is the same in every instance.
 * Waiting counts toward the 3 s of a refresh. So wait a second at most and then call `work` anyway:
 * the auth service accepts two refreshes with one token within ten seconds. A lock that throws or
 * hangs counts as an outage of the refresh: no one is signed out, and a valid token keeps working.
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
 * Returns whether a span of time has passed. A start in the future counts as passed: the clock was
 * set back, and reaching that time again could take hours.
 */
export function isSpanOver(sinceMs: number, spanMs: number, nowMs: number): boolean {
  return nowMs < sinceMs || nowMs - sinceMs >= spanMs;
}
