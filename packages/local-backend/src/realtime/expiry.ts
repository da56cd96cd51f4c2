/** Longest time after which a token's end is looked at again, as hosted. */
export const MAX_CONFIRM_MS = 5 * 60 * 1000;

interface ExpiryOptions {
  now(): number;
  /** Called when the end is noticed by the timer. */
  onExpired(): void;
}

/** Watches a token's end: at the latest every five minutes, so that a clock that jumped counts. */
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

  /** Watches from now on; another end replaces the one watched before. */
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
