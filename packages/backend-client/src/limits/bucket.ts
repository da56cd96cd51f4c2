export interface Rate {
  /** Calls in a row after a pause. */
  burst: number;
  /** Calls per minute in the long run. */
  perMinute: number;
}

/** Units that a call costs. A millisecond earns `perMinute` units, so levels are whole numbers. */
const CALL = 60_000;

/** A missing bucket counts as full. */
export interface Bucket {
  /** Units at the time `at`. Negative after a charge that exceeded them. */
  left: number;
  at: number;
}

/** A clock that was set back changes nothing. */
export function levelOf(bucket: Bucket | undefined, rate: Rate, nowMs: number): number {
  const full = rate.burst * CALL;
  if (!bucket) return full;
  return Math.min(full, bucket.left + Math.max(0, nowMs - bucket.at) * rate.perMinute);
}

/** Returns the milliseconds until a bucket at this level can pay for one call. */
export function waitFor(level: number, rate: Rate): number {
  return level >= CALL ? 0 : Math.ceil((CALL - level) / rate.perMinute);
}

export function paid(level: number, calls: number, nowMs: number): Bucket {
  return { left: level - calls * CALL, at: nowMs };
}
