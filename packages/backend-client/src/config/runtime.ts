/** The parts of the platform that the SDK uses. A test can replace them. */
export interface Runtime {
  /** Current time in milliseconds since the epoch. */
  now(): number;
  /** HTTP client. The default looks up the platform's `fetch` at each call. */
  fetch: typeof fetch;
  /** Cryptographically strong random bytes. */
  randomBytes(length: number): Uint8Array;
  /**
   * Runs a function after a delay. Returns a function that cancels the timer. A timer with
   * `isBackground` does not keep the process alive.
   */
  schedule(
    run: () => void,
    milliseconds: number,
    options?: { isBackground?: boolean | undefined },
  ): () => void;
  /** Runs work while no other instance runs work with the same key. Default: no lock. */
  lock: Lock;
}

/**
 * Serializes work across instances, for example with a Redis or Postgres lock.
 *
 * Call `work` at most once, return its result, and always release the lock. `key` is `refresh:`
 * followed by a SHA-256 hash, and is not secret. Wait for at most one second, and call `work` even
 * without the lock: the auth service accepts two refreshes with one token within ten seconds. If a
 * lock throws or hangs, only the refresh fails.
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

/** A start in the future means that the clock was set back. The time span then counts as over. */
export function isSpanOver(sinceMs: number, spanMs: number, nowMs: number): boolean {
  return nowMs < sinceMs || nowMs - sinceMs >= spanMs;
}
