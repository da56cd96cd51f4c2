export interface Rate {
  /** Largest number of calls in a burst after a pause. */
  burst: number;
  /** Number of calls per minute in the long run. */
  perMinute: number;
}

/**
 * Number of units that a call takes from a bucket. A bucket gains `perMinute` units per
 * millisecond, which is `perMinute` calls per minute.
 */
const CALL = 60_000;

/**
 * The remaining calls of one IP address, of one user, or of many callers together. A missing bucket
 * is treated as full.
 */
export interface Bucket {
  /**
   * Units in the bucket at the time `at`. The number is negative if a charge took more units than
   * the bucket had.
   */
  left: number;
  at: number;
}

/** Returns the units in a bucket now. If the clock was set back, the level does not change. */
export function levelOf(bucket: Bucket | undefined, rate: Rate, nowMs: number): number {
  const full = rate.burst * CALL;
  if (!bucket) return full;
  return Math.min(full, bucket.left + Math.max(0, nowMs - bucket.at) * rate.perMinute);
}

/** Returns the milliseconds until a bucket at this level has enough units for one call. */
export function waitFor(level: number, rate: Rate): number {
  return level >= CALL ? 0 : Math.ceil((CALL - level) / rate.perMinute);
}

export function paid(level: number, calls: number, nowMs: number): Bucket {
  return { left: level - calls * CALL, at: nowMs };
}
