import type { CodeOutcome } from "@/lib/codes/code-outcome";

const HOUR_MILLISECONDS = 60 * 60 * 1000;

export type CodeEmailReport = {
  /** True for an hour after an email was due but was not sent. */
  failing: boolean;
  /** Counts all requests for a code while `failing`, since this process started. */
  failed: number;
  /** True for an hour after the auth service reported its hourly limit. */
  limited: boolean;
};

/**
 * Counts the outcomes of all requests for a code to this process. Everyone can read the report, and
 * an email is due only for a known address. So the report must not reveal whether an address is
 * known. The first failure starts an hour in which every request counts, whatever its outcome. A
 * sent code does not end that hour, and another failure does not extend it. The hourly limit has
 * its own hour.
 */
export class CodeEmails {
  #failed = 0;
  #failingUntil = 0;
  #limitedUntil = 0;

  note(outcome: CodeOutcome, now: number): void {
    const end = now + HOUR_MILLISECONDS;
    if (outcome === "limited" && !this.isLimited(now)) this.#limitedUntil = end;
    if (outcome === "failed" && !this.#isFailing(now)) this.#failingUntil = end;
    if (this.#isFailing(now)) this.#failed += 1;
  }

  isLimited(now: number): boolean {
    return now < this.#limitedUntil;
  }

  /** While the limit is reported, it counts as a failure. */
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
