import { AuthError } from "./errors.ts";

export const BURST = 30;
/**
 * At this number of buckets, the limiter deletes all full buckets. A missing bucket counts as full,
 * so the deletion changes no limit.
 */
const MAX_KEYS = 10_000;

interface Bucket {
  tokens: number;
  updatedAt: number;
}

interface LimitOptions {
  count: number;
  periodSeconds: number;
  burst?: number;
  now(): number;
}

export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>();
  readonly #perMillisecond: number;
  readonly #burst: number;
  readonly #now: () => number;

  constructor(options: LimitOptions) {
    this.#perMillisecond = options.count / (options.periodSeconds * 1000);
    this.#burst = options.burst ?? BURST;
    this.#now = options.now;
  }

  take(key: string): boolean {
    const now = this.#now();
    const tokens = this.#refill(this.#buckets.get(key), now);
    if (tokens < 1) return false;
    if (this.#buckets.size >= MAX_KEYS) this.#forgetFull(now);
    this.#buckets.set(key, { tokens: tokens - 1, updatedAt: now });
    return true;
  }

  clear(): void {
    this.#buckets.clear();
  }

  #refill(bucket: Bucket | undefined, now: number): number {
    if (bucket === undefined) return this.#burst;
    const refilled = bucket.tokens + (now - bucket.updatedAt) * this.#perMillisecond;
    return Math.min(this.#burst, refilled);
  }

  #forgetFull(now: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (this.#refill(bucket, now) >= this.#burst) this.#buckets.delete(key);
    }
  }
}

/** As on hosted Supabase, the response has no `Retry-After` header. */
export function tooManyRequests(): AuthError {
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached");
}

/** The response has no `Retry-After` header, so `message` must contain the wait, if known. */
export function tooManyEmails(message: string): AuthError {
  return new AuthError(429, "over_email_send_rate_limit", message);
}
