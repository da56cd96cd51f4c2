import { createHash } from "node:crypto";

/** How long Resend remembers a key. */
const REMEMBERED_MS = 24 * 3600 * 1000;
/** How many keys are remembered. */
const MAX_KEYS = 1000;

interface Remembered {
  /** Of the body that came with the key first. */
  digest: string;
  /** A promise: two at once get the same. */
  id: Promise<string>;
  expiresAtMs: number;
}

/** Sends what comes with one key once, and answers the same id again. */
export class IdempotencyKeys {
  readonly #answers = new Map<string, Remembered>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Sends, or answers what the key stands for; undefined when it came with another body. */
  async once(key: string, body: unknown, send: () => Promise<string>): Promise<string | undefined> {
    const digest = createHash("sha256").update(JSON.stringify(body)).digest("base64");
    const known = this.#answers.get(key);
    if (known !== undefined && known.expiresAtMs > this.#now()) {
      return known.digest === digest ? known.id : undefined;
    }
    const id = send();
    // Set anew, so that the oldest stands first.
    this.#answers.delete(key);
    this.#answers.set(key, { digest, id, expiresAtMs: this.#now() + REMEMBERED_MS });
    const oldest = this.#answers.size > MAX_KEYS ? this.#answers.keys().next().value : undefined;
    if (oldest !== undefined) this.#answers.delete(oldest);
    id.catch(() => this.#answers.delete(key));
    return id;
  }

  /** Forgets every key. */
  clear(): void {
    this.#answers.clear();
  }
}
