interface IntervalOptions {
  count: number;
  intervalSeconds: number;
  now(): number;
}

/** Allows `count` events per fixed interval. Hosted Supabase limits emails in the same way. */
export class IntervalLimiter {
  readonly #options: IntervalOptions;
  #startedAt: number;
  #taken = 0;

  constructor(options: IntervalOptions) {
    this.#options = options;
    this.#startedAt = options.now();
  }

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
