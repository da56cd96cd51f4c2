import { AuthError } from "./errors.ts";

/** Calls allowed at once before the rate applies, as the hosted service allows. */
const BURST = 30;
/** Above this number of callers, those whose allowance is full again are forgotten. */
const MAX_KEYS = 10_000;

interface Bucket {
  tokens: number;
  updatedAt: number;
}

interface LimitOptions {
  /** Calls that come back in each period. */
  count: number;
  periodSeconds: number;
  burst?: number;
  now(): number;
}

/** A token bucket per caller. */
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

  /** Takes one call; answers 0, or the seconds until the next is allowed. */
  take(key: string): number {
    const now = this.#now();
    const tokens = this.#refill(this.#buckets.get(key), now);
    if (tokens < 1) {
      return this.#perMillisecond === 0
        ? 3600
        : Math.max(1, Math.ceil((1 - tokens) / this.#perMillisecond / 1000));
    }
    if (this.#buckets.size >= MAX_KEYS) this.#forgetFull(now);
    this.#buckets.set(key, { tokens: tokens - 1, updatedAt: now });
    return 0;
  }

  /** Forgets every caller. */
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

/** The refusal for a caller who calls too often. */
export function tooManyRequests(retryAfterSeconds: number): AuthError {
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {
    retryAfterSeconds,
  });
}

/** The refusal for a mail that follows the last one too soon. */
export function tooManyMails(message: string, retryAfterSeconds: number): AuthError {
  return new AuthError(429, "over_email_send_rate_limit", message, { retryAfterSeconds });
}
