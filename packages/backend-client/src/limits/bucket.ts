export interface Rate {
  burst: number;
  perMinute: number;
}

const CALL = 60_000;

export interface Bucket {
  left: number;
  at: number;
}

export function levelOf(bucket: Bucket | undefined, rate: Rate, nowMs: number): number {
  const full = rate.burst * CALL;
  if (!bucket) return full;
  return Math.min(full, bucket.left + Math.max(0, nowMs - bucket.at) * rate.perMinute);
}

export function waitFor(level: number, rate: Rate): number {
  return level >= CALL ? 0 : Math.ceil((CALL - level) / rate.perMinute);
}

export function paid(level: number, calls: number, nowMs: number): Bucket {
  return { left: level - calls * CALL, at: nowMs };
}
