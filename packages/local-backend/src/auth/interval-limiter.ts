interface IntervalOptions {
  /** Maximum number of events per interval. */
  count: number;
  intervalSeconds: number;
  now(): number;
}

/**
 * Limits events by fixed intervals, as hosted Supabase limits emails. Each interval starts a new
 * count.
 */
export class IntervalLimiter {
  readonly #options: IntervalOptions;
  #startedAt: number;
  #taken = 0;

  constructor(options: IntervalOptions) {
    this.#options = options;
    this.#startedAt = options.now();
  }

  /** Counts an event. Returns false if this interval already has its maximum number of events. */
  take(): boolean {
    const { count, intervalSeconds, now } = this.#options;
    const milliseconds = intervalSeconds * 1000;
    const passed = Math.floor((now() - this.#startedAt) / milliseconds);
    if (passed > 0) {
      this.#startedAt += passed * milliseconds;
      this.#taken = 0;
    }
    if (this.#taken >= count) return false;
    this.#taken++;
    return true;
  }

  clear(): void {
    this.#startedAt = this.#options.now();
    this.#taken = 0;
  }
}
