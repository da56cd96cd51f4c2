import type { CodeOutcome } from "@/lib/codes/code-outcome";
import { HOUR_MS } from "@/lib/format/durations";

export type CodeEmailReport = {
  /** True for an hour after a code could not be emailed, and while `limited` is true. */
  failing: boolean;
  failed: number;
  limited: boolean;
};

/**
 * Everyone can read the report, so it must not reveal which email addresses have an account. In
 * most cases, only a request for such an address can fail. Therefore, every request in the hour
 * after a failure counts as failed.
 */
export class CodeEmails {
  #failed = 0;
  #failingUntil = 0;
  #limitedUntil = 0;

  note(outcome: CodeOutcome, now: number): void {
    const end = now + HOUR_MS;
    if (outcome === "limited" && !this.isLimited(now)) this.#limitedUntil = end;
    if (outcome === "failed" && !this.#isFailing(now)) this.#failingUntil = end;
    if (this.#isFailing(now)) this.#failed += 1;
  }

  isLimited(now: number): boolean {
    return now < this.#limitedUntil;
  }

  #isFailing(now: number): boolean {
    return now < this.#failingUntil || this.isLimited(now);
  }

  report(now: number): CodeEmailReport {
    return { failing: this.#isFailing(now), failed: this.#failed, limited: this.isLimited(now) };
  }

  clear(): void {
    this.#failed = 0;
    this.#failingUntil = 0;
    this.#limitedUntil = 0;
  }
}
