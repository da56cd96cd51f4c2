import type { CodeOutcome } from "@/lib/codes/code-outcome";

const HOUR_MILLISECONDS = 60 * 60 * 1000;

export type CodeEmailReport = {
  /** True for an hour after an email that was due was not sent. */
  failing: boolean;
  /** Requests for a code while `failing`, since this process started, whatever their outcome. */
  failed: number;
  /** True for an hour after the auth service returned its hourly limit. */
  limited: boolean;
};

/**
 * Counts the outcomes of the requests for a code, of all visitors of one process. An email is due
 * only for a known address, and everyone can read the report. So the first failure starts an hour
 * in which every request counts alike. A code that is sent does not end it, and a further failure
 * does not extend it: both leave the same report as a request for an unknown address. The hourly
 * limit has an hour of its own.
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

  /** The limit counts as a failure for as long as it is reported. */
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
