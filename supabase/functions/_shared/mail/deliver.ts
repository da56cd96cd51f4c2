import { z } from "zod";
import { logFailure } from "../http.ts";
import type { Accounts, SystemDatabase } from "../ports.ts";
import { ContactAccounts } from "./account.ts";
import { type ClaimedMail, claimedMail } from "./claimed-mail.ts";
import type { Delivery, RenderedMail } from "./post.ts";
import { renderMail } from "./render.ts";

/** What delivery needs of the world. */
export interface DeliverOptions {
  database: SystemDatabase;
  accounts: Accounts;
  post(mail: RenderedMail, idempotencyKey: string): Promise<Delivery>;
  siteUrl: string;
  from: string;
  /** Milliseconds since the epoch. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

/** How many mails ended in which way. */
export interface DeliverTotals {
  sent: number;
  /** They wait for another try, or for the mail service to take more. */
  retried: number;
  failed: number;
}

/** Mails claimed at a time: all of them must be done within the lease of two minutes. */
const BATCH = 50;
const PARALLEL = 10;
/** No further batch is claimed after this, or after what the caller has; the next run goes on. */
const BUDGET_MILLISECONDS = 40_000;
/**
 * Mails of one run: a hosted function has two seconds of processor time. A larger outbox is
 * given further runs beside this one by the schedule (`private.mail_runs`).
 */
const RUN = 500;
/** A mail service that asks for a longer pause gets its mail in a later minute. */
const LONGEST_WAIT_MILLISECONDS = 5_000;

/** Sends every mail of the outbox that is due. Safe to run many times at once. */
export async function deliverMail(
  options: DeliverOptions,
  until = Number.POSITIVE_INFINITY,
): Promise<DeliverTotals> {
  const totals: DeliverTotals = { sent: 0, retried: 0, failed: 0 };
  const run: Run = {
    links: new ContactAccounts(options.database, options.accounts),
    end: Math.min(options.now() + BUDGET_MILLISECONDS, until),
    workers: PARALLEL,
    refused: undefined,
  };
  for (let left = RUN; left > 0 && options.now() < run.end && !run.refused; left -= BATCH) {
    const rows = await options.database.rpc("claim_mail", { max_rows: BATCH });
    const mails = z.array(claimedMail).parse(rows);
    const waiting = [...mails];
    const work = async () => {
      for (let mail = waiting.shift(); mail; mail = waiting.shift()) {
        const delivery = run.refused ?? (await attempt(mail, run.links, options));
        if (delivery.outcome === "limited" && mayGoOn(delivery, run, options)) {
          waiting.unshift(mail);
          // Fewer go on, the last one after the pause it was asked for.
          if (run.workers > 1) {
            run.workers -= 1;
            return;
          }
          await options.wait(delivery.waitMilliseconds);
          continue;
        }
        if (delivery.outcome === "limited") run.refused = delivery;
        await record(mail, delivery, options.database);
        if (delivery.outcome === "sent") totals.sent += 1;
        else if (delivery.outcome === "failed") totals.failed += 1;
        else totals.retried += 1;
      }
    };
    await Promise.all(Array.from({ length: run.workers }, work));
    if (mails.length < BATCH) break;
  }
  return totals;
}

/** What the workers of one run share. */
interface Run {
  links: ContactAccounts;
  end: number;
  /** How many post at once: fewer with every answer that the mail service takes no more. */
  workers: number;
  /** What ends the run: all mail it still holds is given back. */
  refused: Delivery | undefined;
}

type Limited = Extract<Delivery, { outcome: "limited" }>;

function mayGoOn({ waitMilliseconds }: Limited, run: Run, options: DeliverOptions): boolean {
  return (
    !run.refused &&
    waitMilliseconds <= LONGEST_WAIT_MILLISECONDS &&
    options.now() + waitMilliseconds < run.end
  );
}

async function attempt(
  mail: ClaimedMail,
  links: ContactAccounts,
  options: DeliverOptions,
): Promise<Delivery> {
  let rendered: RenderedMail | undefined;
  try {
    rendered = renderMail(mail, options);
  } catch (cause) {
    logFailure(`mail ${mail.kind}`, cause);
    return { outcome: "failed", error: "bad_data" };
  }
  if (!rendered) return { outcome: "failed", error: "unknown_kind" };
  try {
    if (!(await links.link(mail))) return { outcome: "retry", error: "account" };
    return await options.post(rendered, mail.dedupe_key);
  } catch (cause) {
    logFailure(`mail ${mail.kind}`, cause);
    return { outcome: "retry", error: "account" };
  }
}

async function record(
  mail: ClaimedMail,
  delivery: Delivery,
  database: SystemDatabase,
): Promise<void> {
  try {
    await database.rpc("finish_mail", {
      mail_id: mail.mail_id,
      tries: mail.tries,
      outcome: delivery.outcome,
      ...(delivery.outcome === "sent"
        ? { provider_id: delivery.providerId ?? null }
        : { error: delivery.error }),
    });
  } catch (cause) {
    // The lease runs out and the mail is tried again; the idempotency key keeps it single.
    logFailure("finish_mail", cause);
  }
}
