import type { LocalBackend } from "../../src/index.ts";

/**
 * Starts several backends. Keeps track of each one as soon as its start begins. After a failed
 * start or an aborted test, `stop` can therefore stop all of them.
 */
export class Together {
  readonly #starts: Promise<LocalBackend>[] = [];

  /**
   * Starts backends at the same time. If a start fails, rejects with the first error after the
   * other starts have finished.
   */
  async start(count: number, start: () => Promise<LocalBackend>): Promise<LocalBackend[]> {
    const starts = Array.from({ length: count }, start);
    this.#starts.push(...starts);
    await Promise.allSettled(starts);
    return Promise.all(starts);
  }

  /** Stops all backends, including those that are still starting. */
  async stop(): Promise<void> {
    const settled = await Promise.allSettled(this.#starts.splice(0));
    const backends = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await Promise.all(backends.map((backend) => backend.stop()));
  }
}
