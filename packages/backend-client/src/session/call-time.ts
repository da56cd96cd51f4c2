import type { Runtime } from "../config/runtime.js";

export class CallTime {
  readonly #clock: Pick<Runtime, "now">;
  readonly #totalMs: number;
  #startedAt: number | null = null;

  constructor(clock: Pick<Runtime, "now">, totalMs: number) {
    this.#clock = clock;
    this.#totalMs = totalMs;
  }

  get leftMs(): number {
    this.#startedAt ??= this.#clock.now();
    return this.#totalMs - (this.#clock.now() - this.#startedAt);
  }
}
