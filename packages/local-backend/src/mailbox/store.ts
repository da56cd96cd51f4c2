import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OutgoingEmail } from "../gateway/outgoing-email.ts";
import { bareAddress, createMessage, type Message, type MessageExtras } from "./message.ts";

const MAX_MESSAGES = 500;

interface Entry {
  message: Message;
  /** Position in the order of arrival. Also the name of the message's file. */
  sequence: number;
}

export interface MessageFilter {
  /** The recipient's complete email address, case-insensitive. */
  to?: string | undefined;
  /** Selects messages after this time, in milliseconds since the epoch. */
  since?: number | undefined;
}

interface StoreOptions {
  folder: string;
  now(): number;
}

export class MessageStore {
  readonly #options: StoreOptions;
  readonly #listeners = new Set<() => void>();
  #entries: Entry[] = [];
  #nextSequence = 1;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    if (!existsSync(this.#options.folder)) return;
    const names = (await readdir(this.#options.folder)).filter((name) => name.endsWith(".json"));
    for (const name of names.sort()) {
      const sequence = Number.parseInt(name, 10);
      const path = join(this.#options.folder, name);
      const message = await readFile(path, "utf8")
        .then((text) => JSON.parse(text) as Message)
        .catch(() => undefined);
      if (message === undefined || !Number.isInteger(sequence)) continue;
      this.#entries.push({ message, sequence });
      this.#nextSequence = sequence + 1;
    }
  }

  async add(email: OutgoingEmail, extras: MessageExtras = {}): Promise<Message> {
    // Each time is later than the previous one, so that clients that poll with `since` miss no
    // message.
    const previousMs = Date.parse(this.#entries.at(-1)?.message.received_at ?? "") || 0;
    const receivedAtMs = Math.max(this.#options.now(), previousMs + 1);
    const message = createMessage(email, { ...extras, id: randomUUID(), receivedAtMs });
    const entry = { message, sequence: this.#nextSequence++ };
    this.#entries.push(entry);
    await this.#write(entry);
    while (this.#entries.length > MAX_MESSAGES) await this.#drop(this.#entries.shift());
    for (const notify of this.#listeners) notify();
    return message;
  }

  list(filter: MessageFilter = {}): Message[] {
    const to = filter.to === undefined ? undefined : bareAddress(filter.to);
    return this.#entries
      .map(({ message }) => message)
      .filter((message) => {
        const isLate = filter.since === undefined || Date.parse(message.received_at) > filter.since;
        return isLate && (to === undefined || recipients(message).includes(to));
      })
      .reverse();
  }

  get(id: string): Message | undefined {
    return this.#entries.find(({ message }) => message.id === id)?.message;
  }

  async delete(id: string): Promise<boolean> {
    const index = this.#entries.findIndex(({ message }) => message.id === id);
    if (index < 0) return false;
    const [entry] = this.#entries.splice(index, 1);
    await this.#drop(entry);
    return true;
  }

  async clear(): Promise<void> {
    this.#entries = [];
    await rm(this.#options.folder, { recursive: true, force: true });
  }

  onMessage(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #write({ message, sequence }: Entry): Promise<void> {
    const path = this.#path(sequence);
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    await writeFile(`${path}.tmp`, JSON.stringify(message), { mode: 0o600 });
    await rename(`${path}.tmp`, path);
  }

  async #drop(entry: Entry | undefined): Promise<void> {
    if (entry !== undefined) await rm(this.#path(entry.sequence), { force: true });
  }

  #path(sequence: number): string {
    return join(this.#options.folder, `${String(sequence).padStart(12, "0")}.json`);
  }
}

function recipients(message: Message): string[] {
  return [...message.to, ...message.cc, ...message.bcc].map(bareAddress);
}
