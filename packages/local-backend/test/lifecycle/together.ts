import type { LocalBackend } from "../../src/index.ts";

/**
 * Backends that start at once. Each is remembered from its start on: one that fails, or a test
 * that is cut short, leaves none of the others running.
 */
export class Together {
  readonly #starts: Promise<LocalBackend>[] = [];

  /** Waits for all of them; rejects with the first that failed, once the others stand too. */
  async start(count: number, start: () => Promise<LocalBackend>): Promise<LocalBackend[]> {
    const starts = Array.from({ length: count }, start);
    this.#starts.push(...starts);
    await Promise.allSettled(starts);
    return Promise.all(starts);
  }

  /** Stops every one that was started or still is starting. */
  async stop(): Promise<void> {
    const settled = await Promise.allSettled(this.#starts.splice(0));
    const backends = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await Promise.all(backends.map((backend) => backend.stop()));
  }
}
