import { Secret, TOTP } from "otpauth";

const STEP_MILLISECONDS = 30_000;

/** An authenticator app with one account. Its codes work once, as the service wants it. */
export class Authenticator {
  readonly #totp: TOTP;
  /** Steps whose codes were used; the service takes the neighbours of the present one too. */
  readonly #used = new Set<number>();

  /** @param key the key as a page spells it, in groups of four */
  constructor(key: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, "")) });
  }

  /**
   * A code that was not used yet.
   * @throws Error when three were used within 90 seconds
   */
  nextCode(): string {
    const now = Math.floor(Date.now() / STEP_MILLISECONDS);
    const step = [now, now + 1, now - 1].find((each) => !this.#used.has(each));
    if (step === undefined) throw new Error("No unused code is valid now.");
    this.#used.add(step);
    return this.#totp.generate({ timestamp: step * STEP_MILLISECONDS });
  }

  /** As if so long had passed that no code used before is valid; the service has to forget too. */
  forget(): void {
    this.#used.clear();
  }

  /** A code that is not valid now. */
  wrongCode(): string {
    return this.#totp.generate({ timestamp: Date.now() - 40 * STEP_MILLISECONDS });
  }
}
