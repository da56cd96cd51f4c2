import { Secret, TOTP } from "otpauth";

const STEP_MILLISECONDS = 30_000;

/** An authenticator app with one account. Each code works once, as the auth service requires. */
export class Authenticator {
  readonly #totp: TOTP;
  /**
   * Time steps whose codes were used. The service also accepts the time steps next to the current
   * one.
   */
  readonly #used = new Set<number>();

  /** @param key the key in groups of four, as a page shows it */
  constructor(key: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, "")) });
  }

  /**
   * Returns a code that was not used yet.
   * @throws Error if three codes were used within 90 seconds
   */
  nextCode(): string {
    const now = Math.floor(Date.now() / STEP_MILLISECONDS);
    const step = [now, now + 1, now - 1].find((each) => !this.#used.has(each));
    if (step === undefined) throw new Error("No unused code is valid now.");
    this.#used.add(step);
    return this.#totp.generate({ timestamp: step * STEP_MILLISECONDS });
  }

  /** Forgets the used codes, as if enough time had passed. The service must forget them too. */
  forget(): void {
    this.#used.clear();
  }

  wrongCode(): string {
    return this.#totp.generate({ timestamp: Date.now() - 40 * STEP_MILLISECONDS });
  }
}
