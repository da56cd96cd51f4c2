import { randomUUID } from "node:crypto";
import { type DeliverTotals, deliverEmail } from "../../functions/_shared/email/deliver.ts";
import { postEmail } from "../../functions/_shared/email/post.ts";
import { service } from "./person.ts";
import type { Scene } from "./test.ts";

interface Email {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

type Answer = Response | undefined;

/** A fake email service that respects idempotency keys as Resend does. */
export class EmailService {
  /** Returns undefined to accept the email. */
  outage: ((email: Email) => Answer | Promise<Answer>) | undefined;
  readonly accounts: string[] = [];
  losesAnswers = false;
  posts = 0;
  repeats = 0;
  readonly accepted = new Map<string, Email>();

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    this.posts += 1;
    const body = (await request.json()) as Omit<Email, "to"> & { to: [string] };
    const email: Email = { ...body, to: body.to[0] };
    const refusal = await this.outage?.(email);
    if (refusal) return refusal;
    const key = request.headers.get("idempotency-key") ?? "";
    if (this.accepted.has(key)) this.repeats += 1;
    else this.accepted.set(key, email);
    if (this.losesAnswers) throw new TypeError("connection lost");
    return Response.json({ id: `provider-${[...this.accepted.keys()].indexOf(key) + 1}` });
  };

  get recipients(): string[] {
    return [...this.accepted.values()].map(({ to }) => to);
  }
}

/**
 * If the worker waits, the clocks of the worker and of the database advance without a real wait.
 */
export async function deliver(scene: Scene, emails: EmailService): Promise<DeliverTotals> {
  let now = 0;
  // Calls run one after the other, because they share a connection and may move the clock.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>) => {
    const result = turn.then(work, work);
    turn = result;
    return result;
  };
  return deliverEmail({
    database: {
      rpc: (name, args = {}) =>
        inTurn(async () => {
          const list = Object.keys(args).map((key, index) => `"${key}" => $${index + 1}`);
          const rows = await scene
            .as(service)
            .query(
              `select to_jsonb(result) as result from public.${name}(${list.join(", ")}) result`,
              Object.values(args),
            );
          const results = rows.map((row) => row.result);
          return name === "claim_mail" ? results : results[0];
        }),
    },
    accounts: {
      create: async (email) => {
        emails.accounts.push(email);
        return randomUUID();
      },
      setPassword: async () => {},
      removeFactors: async () => 0,
      remove: async () => {},
    },
    post: (email, key) =>
      postEmail(email, key, {
        url: "https://emails.example/emails",
        apiKey: "key",
        fetch: emails.fetch,
      }),
    siteUrl: "https://dossier.example",
    supabaseUrl: "https://project.example",
    from: "mail@dossier.example",
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds;
      await inTurn(() => scene.travel(`${milliseconds} milliseconds`));
    },
  });
}

export async function deliverFor(scene: Scene, emails: EmailService, minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) {
    await deliver(scene, emails);
    await scene.travel("1 minute");
  }
}
