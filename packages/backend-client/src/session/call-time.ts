import type { Runtime } from "../config/runtime.js";

/** Limits the time that one request spends on all its calls to the auth service. */
export class CallTime {
  readonly #clock: Pick<Runtime, "now">;
  readonly #totalMs: number;
  #startedAt: number | null = null;

  constructor(clock: Pick<Runtime, "now">, totalMs: number) {
    this.#clock = clock;
    this.#totalMs = totalMs;
  }

  /** The remaining time in milliseconds. The clock starts at the first read. */
  get leftMs(): number {
    this.#startedAt ??= this.#clock.now();
    return this.#totalMs - (this.#clock.now() - this.#startedAt);
  }
}
