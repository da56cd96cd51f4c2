import type { LocalBackend } from "../../src/index.ts";

/** Starts several backends in parallel. `stop` also stops backends whose start has not finished. */
export class Together {
  readonly #starts: Promise<LocalBackend>[] = [];

  async start(count: number, start: () => Promise<LocalBackend>): Promise<LocalBackend[]> {
    const starts = Array.from({ length: count }, start);
    this.#starts.push(...starts);
    await Promise.allSettled(starts);
    return Promise.all(starts);
  }

  async stop(): Promise<void> {
    const settled = await Promise.allSettled(this.#starts.splice(0));
    const backends = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await Promise.all(backends.map((backend) => backend.stop()));
  }
}
