/** The parts of the platform that the SDK uses. A test can replace them. */
export interface Runtime {
  /** Current time in milliseconds since the epoch. */
  now(): number;
  /** HTTP client. The default looks up the platform's at each call. */
  fetch: typeof fetch;
  /** Cryptographically strong random bytes. */
  randomBytes(length: number): Uint8Array;
  /** Runs a function later. Returns its cancel function. Background work keeps no process alive. */
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
 * `key` is `refresh:` and a SHA-256, which is not secret and the same in every instance. Waiting
 * counts toward the 3 s of a refresh. So wait a second at most and then call `work` anyway: the
 * auth service accepts two refreshes with one token within ten seconds. If a lock throws or hangs,
 * only the refresh fails: a valid token keeps working, and no user is signed out.
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

/** A start in the future counts as passed, because the clock was set back. */
export function isSpanOver(sinceMs: number, spanMs: number, nowMs: number): boolean {
  return nowMs < sinceMs || nowMs - sinceMs >= spanMs;
}
