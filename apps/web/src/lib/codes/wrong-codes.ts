import { HOUR_MS } from "@/lib/format/durations";

const MAX_IN_AN_HOUR = 10;
const MAX_KEYS = 10_000;

/**
 * A key combines an email address with a visitor: the browser that requested the code, or else the
 * IPv4 address or IPv6 network. A stranger has a different key, and therefore cannot lock out the
 * owner of the address.
 */
export class WrongCodes {
  readonly #times = new Map<string, number[]>();

  secondsUntilNext(key: string, now: number): number {
    const [oldest, ...others] = this.#recent(key, now);
    if (oldest === undefined || others.length + 1 < MAX_IN_AN_HOUR) return 0;
    return Math.ceil((oldest + HOUR_MS - now) / 1000);
  }

  add(key: string, now: number): void {
    const times = [...this.#recent(key, now), now].slice(-MAX_IN_AN_HOUR);
    this.#times.delete(key);
    this.#times.set(key, times);
    const [first] = this.#times.keys();
    if (this.#times.size > MAX_KEYS && first !== undefined) this.#times.delete(first);
  }

  #recent(key: string, now: number): number[] {
    return (this.#times.get(key) ?? []).filter((at) => now - at < HOUR_MS);
  }
}
