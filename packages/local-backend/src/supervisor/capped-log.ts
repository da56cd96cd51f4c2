import { appendFile, rename, rm, stat } from "node:fs/promises";

const MAX_LOG_BYTES = 1024 * 1024;
const TAIL_LINES = 20;

export class CappedLog {
  readonly #path: string | undefined;
  #bytes: number | undefined;
  #queue: Promise<void> = Promise.resolve();
  #tail: string[] = [];

  constructor(path: string | undefined) {
    this.#path = path;
  }

  write(chunk: string): void {
    const lines = chunk.split("\n").filter((line) => line.trim() !== "");
    this.#tail = [...this.#tail, ...lines].slice(-TAIL_LINES);
    const path = this.#path;
    if (path === undefined) return;
    this.#queue = this.#queue.then(() => this.#append(path, chunk)).catch(() => undefined);
  }

  tail(): readonly string[] {
    return this.#tail;
  }

  async #append(path: string, chunk: string): Promise<void> {
    this.#bytes ??= await stat(path).then(
      (found) => found.size,
      () => 0,
    );
    if (this.#bytes > MAX_LOG_BYTES) {
      await rm(`${path}.1`, { force: true });
      await rename(path, `${path}.1`);
      this.#bytes = 0;
    }
    await appendFile(path, chunk, { mode: 0o600 });
    this.#bytes += Buffer.byteLength(chunk);
  }
}
