import { z } from "zod";
import { logFailure, logLine } from "../http.ts";
import type { Accounts, SystemDatabase } from "../ports.ts";
import { ContactAccounts } from "./account.ts";
import { type ClaimedEmail, claimedEmail } from "./claimed-email.ts";
import type { Delivery, RenderedEmail } from "./post.ts";
import { renderEmail } from "./render.ts";

export interface DeliverOptions {
  database: SystemDatabase;
  accounts: Accounts;
  post(email: RenderedEmail, idempotencyKey: string): Promise<Delivery>;
  siteUrl: string;
  supabaseUrl: string;
  from: string;
  /** Milliseconds since the epoch. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

export interface DeliverTotals {
  sent: number;
  /** Includes emails that wait because of a rate limit or an outage. */
  retried: number;
  failed: number;
}

/**
 * Number of emails that a run claims at a time. The run must send them before their lease of two
 * minutes ends.
 */
const BATCH = 50;
const PARALLEL = 10;
/** Time after which a run claims no more emails. */
const BUDGET_MILLISECONDS = 40_000;
/**
 * Largest number of emails in a run, because a hosted function has only two seconds of CPU time. If
 * more emails are queued, the schedule starts more runs (`private.mail_runs`).
 */
const RUN = 500;
/**
 * Longest wait that a run accepts. If the email service requests a longer wait, a later run sends
 * the remaining emails.
 */
const MAX_WAIT_MILLISECONDS = 5_000;
/**
 * Number of email addresses that must fail before the run assumes an outage. A single bad address
 * must not pause the run, because the next run would start with it and pause again.
 */
const ALIKE = 3;

/** Several runs may call this function at the same time. */
export async function deliverEmail(
  options: DeliverOptions,
  until = Number.POSITIVE_INFINITY,
): Promise<DeliverTotals> {
  const run = new Run(options, Math.min(options.now() + BUDGET_MILLISECONDS, until));
  try {
    for (let left = RUN; left > 0 && options.now() < run.end && !run.stop; left -= BATCH) {
      const rows = await options.database.rpc("claim_mail", { max_rows: BATCH });
      const emails = z.array(claimedEmail).parse(rows);
      await run.deliver(emails);
      if (emails.length < BATCH) break;
    }
  } finally {
    run.logRefusals();
  }
  return run.totals;
}

type Reported = "sent" | "failed" | "retry" | "refused" | "paused" | "limited";
type Stop = { reason: "limited" | "outage"; error: string; waitMilliseconds: number };
type Unavailable = Extract<Delivery, { outcome: "unavailable" }>;

class Run {
  readonly totals: DeliverTotals = { sent: 0, retried: 0, failed: 0 };
  readonly end: number;
  stop: Stop | undefined;
  readonly #options: DeliverOptions;
  readonly #links: ContactAccounts;
  #workers = PARALLEL;
  /** Emails that failed before the service accepted any email, so the cause may be an outage. */
  readonly #suspects: { email: ClaimedEmail; delivery: Unavailable }[] = [];
  readonly #refusals = new Map<string, number>();

  constructor(options: DeliverOptions, end: number) {
    this.#options = options;
    this.#links = new ContactAccounts(options.database, options.accounts);
    this.end = end;
  }

  async deliver(emails: readonly ClaimedEmail[]): Promise<void> {
    const waiting = [...emails];
    // If `#settle` assumes an outage, the workers stop. If a pending request then succeeds,
    // `#settle` ends the outage, so restart the workers for the remaining emails.
    do await this.#postAll(waiting);
    while (!this.stop && waiting.length > 0);
    // Report the untried emails before the failed ones, so that the next run starts with the
    // untried emails.
    for (const email of waiting) await this.#report(email, "limited", {});
    await this.#clearSuspects();
    if (this.stop) await this.#pause(this.stop);
  }

  /** Never logs an email address. */
  logRefusals(): void {
    if (this.#refusals.size === 0) return;
    const counts = [...this.#refusals].map(([error, count]) => `${error} x${count}`);
    logLine(`email refused: ${counts.join(", ")}`);
  }

  async #postAll(waiting: ClaimedEmail[]): Promise<void> {
    let living = this.#workers;
    const work = async () => {
      for (let email = this.#next(waiting); email; email = this.#next(waiting)) {
        const delivery = await this.#attempt(email);
        if (!delivery) continue;
        if (delivery.outcome === "limited" && this.#mayContinue(delivery.waitMilliseconds)) {
          waiting.unshift(email);
          // The last worker waits for the requested time instead of stopping.
          if (living > 1) {
            living -= 1;
            this.#workers -= 1;
            return;
          }
          await this.#options.wait(delivery.waitMilliseconds);
        } else {
          await this.#settle(email, delivery);
        }
      }
      living -= 1;
    };
    await Promise.all(Array.from({ length: this.#workers }, work));
  }

  #next(waiting: ClaimedEmail[]): ClaimedEmail | undefined {
    return this.stop ? undefined : waiting.shift();
  }

  #mayContinue(waitMilliseconds: number): boolean {
    return (
      !this.stop &&
      waitMilliseconds <= MAX_WAIT_MILLISECONDS &&
      this.#options.now() + waitMilliseconds < this.end
    );
  }

  /** Returns undefined if the email is no longer wanted. */
  async #attempt(email: ClaimedEmail): Promise<Delivery | undefined> {
    try {
      if (!(await this.#links.link(email))) return { outcome: "retry", error: "account" };
      // The email may be unwanted by now, or its content may have changed.
      const { mail_id, tries } = email;
      const current = await this.#options.database.rpc("check_mail", { mail_id, tries });
      if (current === null || current === false) return undefined;
      // Before migration 20261130131000, `check_mail` returns only whether the email is wanted. The
      // functions may be deployed before that migration is applied.
      const data = current === true ? email.data : current;
      const rendered = this.#render({ ...email, data });
      if ("outcome" in rendered) return rendered;
      const delivery = await this.#options.post(rendered, email.dedupe_key);
      if (delivery.outcome !== "sent") {
        this.#refusals.set(delivery.error, (this.#refusals.get(delivery.error) ?? 0) + 1);
      }
      return delivery;
    } catch (cause) {
      logFailure(`email ${email.kind}`, cause);
      return { outcome: "retry", error: "account" };
    }
  }

  #render(email: ClaimedEmail): RenderedEmail | Delivery {
    try {
      return renderEmail(email, this.#options) ?? { outcome: "failed", error: "unknown_kind" };
    } catch (cause) {
      logFailure(`email ${email.kind}`, cause);
      return { outcome: "failed", error: "bad_data" };
    }
  }

  async #settle(email: ClaimedEmail, delivery: Delivery): Promise<void> {
    switch (delivery.outcome) {
      case "sent":
        await this.#report(email, "sent", { provider_id: delivery.providerId ?? null });
        if (this.stop?.reason === "outage") this.stop = undefined;
        return this.#clearSuspects();
      case "limited":
        this.stop = { ...delivery, reason: "limited" };
        return this.#report(email, "limited", {});
      case "unavailable":
        this.#suspects.push({ email, delivery });
        if (this.totals.sent > 0) return this.#clearSuspects();
        if (this.#countRefusedAddresses() >= ALIKE) {
          this.stop ??= { reason: "outage", error: delivery.error, waitMilliseconds: 0 };
        }
        return;
      default:
        return this.#report(email, delivery.outcome, { error: delivery.error });
    }
  }

  /**
   * Ignores emails that already failed in an earlier run, because their addresses may be the cause.
   */
  #countRefusedAddresses(): number {
    const emails = this.#suspects
      .map(({ email }) => email)
      .filter(({ attempts }) => attempts === 0);
    return new Set(emails.map(({ to_email }) => to_email)).size;
  }

  /**
   * If this run stopped before the service accepted any email, the failures do not count as
   * attempts.
   */
  async #clearSuspects(): Promise<void> {
    const isOutage = this.stop !== undefined && this.totals.sent === 0;
    for (const { email, delivery } of this.#suspects.splice(0)) {
      const [spent, unspent] = delivery.mayHaveArrived
        ? (["retry", "paused"] as const)
        : (["refused", "limited"] as const);
      await this.#report(email, isOutage ? unspent : spent, { error: delivery.error });
    }
  }

  async #pause({ error, waitMilliseconds }: Stop): Promise<void> {
    const wait_seconds = Math.min(Math.ceil(waitMilliseconds / 1_000), 86_400);
    const seconds = await this.#options.database.rpc("pause_mail", { error, wait_seconds });
    if (typeof seconds === "number") logLine(`email paused for ${seconds} s: ${error}`);
  }

  async #report(email: ClaimedEmail, outcome: Reported, result: object): Promise<void> {
    if (outcome === "sent") this.totals.sent += 1;
    else if (outcome === "failed") this.totals.failed += 1;
    else this.totals.retried += 1;
    try {
      await this.#options.database.rpc("finish_mail", {
        mail_id: email.mail_id,
        tries: email.tries,
        outcome,
        ...result,
      });
    } catch (cause) {
      // When the lease expires, a later run retries the email. The idempotency key prevents a
      // second email.
      logFailure("finish_mail", cause);
    }
  }
}
