/** Leaves some of the pool's ten connections for the other services. */
const CONCURRENT_QUEUES = 3;

/** Serves the items of each queue in order. A long queue does not delay the other queues. */
export class Turns<Item> {
  readonly #serve: (items: Item[]) => Promise<void>;
  readonly #sliceSize: number;
  readonly #queues = new Map<string, Item[]>();
  readonly #waiting: string[] = [];
  #running = 0;

  /** @param serve must not reject */
  constructor(sliceSize: number, serve: (items: Item[]) => Promise<void>) {
    this.#sliceSize = sliceSize;
    this.#serve = serve;
  }

  add(queue: string, item: Item): void {
    const items = this.#queues.get(queue);
    if (items) {
      items.push(item);
      return;
    }
    this.#queues.set(queue, [item]);
    this.#waiting.push(queue);
    if (this.#running < CONCURRENT_QUEUES) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running += 1;
    for (let queue = this.#waiting.shift(); queue !== undefined; queue = this.#waiting.shift()) {
      const items = this.#queues.get(queue) ?? [];
      await this.#serve(items.splice(0, this.#sliceSize));
      if (items.length > 0) this.#waiting.push(queue);
      else this.#queues.delete(queue);
    }
    this.#running -= 1;
  }
}
