import { createHash } from "node:crypto";

/** Same duration as in Resend. */
const REMEMBERED_MS = 24 * 3600 * 1000;
const MAX_KEYS = 1000;

interface Remembered {
  digest: string;
  id: Promise<string>;
  expiresAtMs: number;
}

export class IdempotencyKeys {
  readonly #answers = new Map<string, Remembered>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns undefined if an earlier request had the same key but a different body. */
  async once(key: string, body: unknown, send: () => Promise<string>): Promise<string | undefined> {
    const digest = createHash("sha256").update(JSON.stringify(body)).digest("base64");
    const known = this.#answers.get(key);
    if (known !== undefined && known.expiresAtMs > this.#now()) {
      return known.digest === digest ? known.id : undefined;
    }
    const id = send();
    // Delete first, so that the map is sorted from the oldest key to the newest.
    this.#answers.delete(key);
    this.#answers.set(key, { digest, id, expiresAtMs: this.#now() + REMEMBERED_MS });
    const oldest = this.#answers.size > MAX_KEYS ? this.#answers.keys().next().value : undefined;
    if (oldest !== undefined) this.#answers.delete(oldest);
    id.catch(() => this.#answers.delete(key));
    return id;
  }

  clear(): void {
    this.#answers.clear();
  }
}
