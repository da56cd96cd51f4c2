/** Same interval as on hosted Supabase. */
export const MAX_CONFIRM_MS = 5 * 60 * 1000;

interface ExpiryOptions {
  now(): number;
  onExpired(): void;
}

/** Checks the expiry at least every five minutes, because the system clock may change. */
export class ExpiryWatch {
  readonly #options: ExpiryOptions;
  #expiresAtMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ExpiryOptions, expiresAtMs: number) {
    this.#options = options;
    this.#expiresAtMs = expiresAtMs;
  }

  get isExpired(): boolean {
    return this.#options.now() >= this.#expiresAtMs;
  }

  watch(expiresAtMs = this.#expiresAtMs): void {
    clearTimeout(this.#timer);
    this.#expiresAtMs = expiresAtMs;
    const remainingMs = expiresAtMs - this.#options.now();
    this.#timer = setTimeout(
      () => {
        if (this.isExpired) this.#options.onExpired();
        else this.watch();
      },
      Math.max(0, Math.min(MAX_CONFIRM_MS, remainingMs)),
    );
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
