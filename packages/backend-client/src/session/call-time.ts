import type { Runtime } from "../config/runtime.js";

/**
 * The time that one request, or one flow, may spend on the auth service, all its calls together. It
 * begins with the first call.
 */
export class CallTime {
  readonly #clock: Pick<Runtime, "now">;
  readonly #totalMs: number;
  #startedAt: number | null = null;

  constructor(clock: Pick<Runtime, "now">, totalMs: number) {
    this.#clock = clock;
    this.#totalMs = totalMs;
  }

  /** Milliseconds left; asking for them begins the count. */
  get leftMs(): number {
    this.#startedAt ??= this.#clock.now();
    return this.#totalMs - (this.#clock.now() - this.#startedAt);
  }
}
