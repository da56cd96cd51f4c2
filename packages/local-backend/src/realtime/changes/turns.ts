/** Lines are served at the same time up to this number. The pool has ten connections for all services. */
const CONCURRENT_LINES = 3;

/**
 * Queues of items, one per line. Lines take turns, so that a long one does not delay the others. The
 * items of one line are served in order.
 */
export class Turns<Item> {
  readonly #serve: (items: Item[]) => Promise<void>;
  readonly #sliceSize: number;
  readonly #lines = new Map<string, Item[]>();
  /** Lines that wait for their turn. A line that is being served is not among them. */
  readonly #waiting: string[] = [];
  #running = 0;

  /** `serve` gets up to `sliceSize` items of one line in a turn, and must not reject. */
  constructor(sliceSize: number, serve: (items: Item[]) => Promise<void>) {
    this.#sliceSize = sliceSize;
    this.#serve = serve;
  }

  add(line: string, item: Item): void {
    const items = this.#lines.get(line);
    if (items) {
      items.push(item);
      return;
    }
    this.#lines.set(line, [item]);
    this.#waiting.push(line);
    if (this.#running < CONCURRENT_LINES) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running += 1;
    for (let line = this.#waiting.shift(); line !== undefined; line = this.#waiting.shift()) {
      const items = this.#lines.get(line) ?? [];
      await this.#serve(items.splice(0, this.#sliceSize));
      if (items.length > 0) this.#waiting.push(line);
      else this.#lines.delete(line);
    }
    this.#running -= 1;
  }
}
