import { CLIENTS_MAX } from "../config/constants.js";
import { type Bucket, levelOf, type Rate, waitFor } from "./bucket.js";

export type BucketMap = Map<string, Bucket>;

/**
 * Never removes a bucket that refuses calls. Otherwise, a visitor could reset that bucket with
 * calls from other IP addresses.
 * @returns false if every bucket refuses calls
 */
export function makeRoom(buckets: BucketMap, rate: Rate, nowMs: number): boolean {
  if (buckets.size < CLIENTS_MAX) return true;
  const full = levelOf(undefined, rate, nowMs);
  let fullest: string | null = null;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [key, bucket] of buckets) {
    const level = levelOf(bucket, rate, nowMs);
    if (level >= full) buckets.delete(key);
    else if (level > highest && waitFor(level, rate) === 0) {
      fullest = key;
      highest = level;
    }
  }
  if (buckets.size < CLIENTS_MAX) return true;
  if (fullest === null) return false;
  buckets.delete(fullest);
  return true;
}
