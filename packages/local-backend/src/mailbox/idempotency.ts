import { createHash } from "node:crypto";

/** As at Resend. */
const REMEMBERED_MS = 24 * 3600 * 1000;
const MAX_KEYS = 1000;

interface Remembered {
  /** Fingerprint of the first body with the key. */
  digest: string;
  /** A promise, so that concurrent requests share it. */
  id: Promise<string>;
  expiresAtMs: number;
}

/** Sends each key once and returns the same id for repeated requests. */
export class IdempotencyKeys {
  readonly #answers = new Map<string, Remembered>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns undefined when the key was used with another body. */
  async once(key: string, body: unknown, send: () => Promise<string>): Promise<string | undefined> {
    const digest = createHash("sha256").update(JSON.stringify(body)).digest("base64");
    const known = this.#answers.get(key);
    if (known !== undefined && known.expiresAtMs > this.#now()) {
      return known.digest === digest ? known.id : undefined;
    }
    const id = send();
    // Delete and set again, so that the oldest key is first.
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
