import pg from "pg";
import type { Connection } from "./connection.ts";

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 1000;

type Receiver = (payload: string) => void;

export class Listener {
  readonly #connection: Connection;
  readonly #receivers = new Map<string, Set<Receiver>>();
  #client: Promise<pg.Client> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isSuspended = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async add(channel: string, receiver: Receiver): Promise<() => Promise<void>> {
    const receivers = this.#receivers.get(channel) ?? new Set();
    const isNew = receivers.size === 0;
    receivers.add(receiver);
    this.#receivers.set(channel, receivers);
    if (!this.#isSuspended) {
      const hadClient = this.#client !== undefined;
      const client = await this.#open();
      // `#connect` has already subscribed a new connection to all channels.
      if (isNew && hadClient) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    }
    return async () => {
      receivers.delete(receiver);
      if (receivers.size > 0) return;
      this.#receivers.delete(channel);
      const client = await this.#client?.catch(() => undefined);
      await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
    };
  }

  async suspend(): Promise<void> {
    this.#isSuspended = true;
    clearTimeout(this.#timer);
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  resume(): void {
    this.#isSuspended = false;
    if (this.#receivers.size > 0) this.#retry(FIRST_RETRY_MS);
  }

  #open(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#connection);
    client.on("error", () => undefined);
    client.on("notification", ({ channel, payload }) => {
      for (const receiver of this.#receivers.get(channel) ?? []) receiver(payload ?? "");
    });
    await client.connect();
    for (const channel of this.#receivers.keys()) {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    }
    client.once("end", () => {
      this.#client = undefined;
      if (!this.#isSuspended && this.#receivers.size > 0) this.#retry(FIRST_RETRY_MS);
    });
    return client;
  }

  #retry(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#isSuspended) return;
      this.#open().catch(() => {
        this.#client = undefined;
        this.#retry(Math.min(afterMs * 2, LONGEST_RETRY_MS));
      });
    }, afterMs);
    this.#timer.unref();
  }
}
