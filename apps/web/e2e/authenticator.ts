import { Secret, TOTP } from "otpauth";

const STEP_MILLISECONDS = 30_000;

/** Returns each code only once, because the auth service refuses used codes. */
export class Authenticator {
  readonly #totp: TOTP;
  /**
   * Time steps whose codes were returned. The auth service also accepts the codes of the previous
   * and the next time step.
   */
  readonly #used = new Set<number>();

  /** @param key the key in groups of four, as a page shows it */
  constructor(key: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, "")) });
  }

  nextCode(): string {
    const now = Math.floor(Date.now() / STEP_MILLISECONDS);
    const step = [now, now + 1, now - 1].find((each) => !this.#used.has(each));
    if (step === undefined) throw new Error("No unused code is valid now.");
    this.#used.add(step);
    return this.#totp.generate({ timestamp: step * STEP_MILLISECONDS });
  }

  /** Allows used codes again. Reset the auth service too, because it also refuses used codes. */
  forget(): void {
    this.#used.clear();
  }

  wrongCode(): string {
    return this.#totp.generate({ timestamp: Date.now() - 40 * STEP_MILLISECONDS });
  }
}
