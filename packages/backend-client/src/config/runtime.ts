/** The parts of the platform that the SDK uses. A test can replace them. */
export interface Runtime {
  /** Current time in milliseconds since the epoch. */
  now(): number;
  /** HTTP client. The default looks up the platform's `fetch` at each call. */
  fetch: typeof fetch;
  /** Cryptographically strong random bytes. */
  randomBytes(length: number): Uint8Array;
  /**
   * Runs a function later. Returns a function that cancels it. With `isBackground`, the timer does
   * not keep the process alive.
   */
  schedule(
    run: () => void,
    milliseconds: number,
    options?: { isBackground?: boolean | undefined },
  ): () => void;
  /**
   * Runs work while no other instance runs work with the same key. Default: runs the work without a
   * lock, because the SDK already shares a refresh within this process.
   */
  lock: Lock;
}

/**
 * Serializes work across instances, for example with a Redis or Postgres lock.
 *
 * A lock must call `work` at most once, return the result of `work`, and always release itself.
 * `key` is `refresh:` followed by a SHA-256 hash. The key is not secret, and it is the same in
 * every instance. The wait counts toward the 3 s of a refresh. Wait for at most one second, and
 * call `work` even without the lock: the auth service accepts two refreshes with one token within
 * ten seconds. If a lock throws or hangs, only the refresh fails. A valid token keeps working, and
 * the SDK signs no user out.
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
 * Returns true if `spanMs` has passed since `sinceMs`. Also returns true if `sinceMs` is in the
 * future, because the clock was then set back.
 */
export function isSpanOver(sinceMs: number, spanMs: number, nowMs: number): boolean {
  return nowMs < sinceMs || nowMs - sinceMs >= spanMs;
}
