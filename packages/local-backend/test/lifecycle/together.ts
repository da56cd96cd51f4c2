import type { LocalBackend } from "../../src/index.ts";

/**
 * Remembers each backend from its start on, so that a failure or an aborted test leaves none
 * running.
 */
export class Together {
  readonly #starts: Promise<LocalBackend>[] = [];

  /** Rejects with the first failure, after the other starts have finished. */
  async start(count: number, start: () => Promise<LocalBackend>): Promise<LocalBackend[]> {
    const starts = Array.from({ length: count }, start);
    this.#starts.push(...starts);
    await Promise.allSettled(starts);
    return Promise.all(starts);
  }

  /** Also stops those that are still starting. */
  async stop(): Promise<void> {
    const settled = await Promise.allSettled(this.#starts.splice(0));
    const backends = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await Promise.all(backends.map((backend) => backend.stop()));
  }
}
