const PAUSE_MILLISECONDS = 60_000;
const MAX_USERS = 10_000;

/**
 * Makes a user wait a minute between two requests for an email change. The auth service enforces
 * the wait only if the new address has no account. Each server process has its own waits.
 */
export class EmailChangePause {
  readonly #askedAt = new Map<string, number>();

  secondsLeft(userId: string, now: number): number {
    const askedAt = this.#askedAt.get(userId);
    if (askedAt === undefined) return 0;
    return Math.max(0, Math.ceil((askedAt + PAUSE_MILLISECONDS - now) / 1000));
  }

  note(userId: string, now: number): void {
    this.#askedAt.delete(userId);
    this.#askedAt.set(userId, now);
    const [first] = this.#askedAt.keys();
    if (this.#askedAt.size > MAX_USERS && first !== undefined) this.#askedAt.delete(first);
  }
}
