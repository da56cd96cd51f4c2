import { createHash } from "node:crypto";

/** Time for which the mailbox stores a key, as in Resend. */
const REMEMBERED_MS = 24 * 3600 * 1000;
const MAX_KEYS = 1000;

interface Remembered {
  /** Hash of the first request body that had the key. */
  digest: string;
  /** The id of the email, as a promise that concurrent requests with the same key share. */
  id: Promise<string>;
  expiresAtMs: number;
}

/** Sends one email per idempotency key. A repeated request returns the id of the first email. */
export class IdempotencyKeys {
  readonly #answers = new Map<string, Remembered>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Calls `send` once per key and returns the id. If `send` fails, forgets the key. Returns
   * undefined if an earlier request had the same key but a different body.
   */
  async once(key: string, body: unknown, send: () => Promise<string>): Promise<string | undefined> {
    const digest = createHash("sha256").update(JSON.stringify(body)).digest("base64");
    const known = this.#answers.get(key);
    if (known !== undefined && known.expiresAtMs > this.#now()) {
      return known.digest === digest ? known.id : undefined;
    }
    const id = send();
    // Delete the key first, so that the map stays sorted from the oldest key to the newest.
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
