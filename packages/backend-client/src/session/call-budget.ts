import { AUTH_DEADLINE_MS, AUTH_MAX_ATTEMPTS } from "../config/constants.js";
import type { Runtime } from "../config/runtime.js";

/**
 * What one request may cost while the auth service fails: 3 s from here on and two calls, whatever
 * they are for. As long as nothing failed, calls are as many as it takes.
 */
export class CallBudget {
  readonly #clock: Pick<Runtime, "now">;
  readonly #endsAt: number;
  #calls = 0;
  #hasFailed = false;
  #isOutage = false;

  constructor(clock: Pick<Runtime, "now">) {
    this.#clock = clock;
    this.#endsAt = clock.now() + AUTH_DEADLINE_MS;
  }

  /** The budget of a request for which another has asked before it, such as the proxy for a page. */
  static spent(clock: Pick<Runtime, "now">): CallBudget {
    const budget = new CallBudget(clock);
    budget.#calls = AUTH_MAX_ATTEMPTS;
    budget.noteOutage();
    return budget;
  }

  /**
   * The budget of a single call beside others, which nobody waits for; it is taken out of theirs.
   * @returns null when they left nothing
   */
  static one(clock: Pick<Runtime, "now">, beside: CallBudget | undefined): CallBudget | null {
    if (beside && !beside.take()) return null;
    const budget = new CallBudget(clock);
    budget.#calls = AUTH_MAX_ATTEMPTS - 1;
    return budget;
  }

  /** Whether the session could not be refreshed or checked for want of the service. */
  get isOutage(): boolean {
    return this.#isOutage;
  }

  /** Milliseconds left; a clock set back meanwhile adds none. */
  get leftMs(): number {
    return Math.max(0, Math.min(this.#endsAt - this.#clock.now(), AUTH_DEADLINE_MS));
  }

  /** Takes a call out of the budget; false when there is none left. */
  take(): boolean {
    if (this.leftMs === 0 || (this.#hasFailed && !this.#isWithinAttempts)) return false;
    this.#calls += 1;
    return true;
  }

  /** Takes a second attempt of a call that failed just now. */
  takeRetry(): boolean {
    if (!this.#isWithinAttempts) return false;
    this.#calls += 1;
    return true;
  }

  /** Notes that a call failed, its second attempt included. */
  noteFailure(): void {
    this.#hasFailed = true;
  }

  /** Notes that the request has to do without the service. */
  noteOutage(): void {
    this.#hasFailed = true;
    this.#isOutage = true;
  }

  /** Counts what others spent on a call whose failure is shared. */
  share({ calls }: { calls: number }): void {
    this.#calls = Math.max(this.#calls, calls);
  }

  /** Calls made so far. */
  get calls(): number {
    return this.#calls;
  }

  get #isWithinAttempts(): boolean {
    return this.#calls < AUTH_MAX_ATTEMPTS;
  }
}
