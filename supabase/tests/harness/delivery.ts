import { randomUUID } from "node:crypto";
import { type DeliverTotals, deliverMail } from "../../functions/_shared/mail/deliver.ts";
import { postMail } from "../../functions/_shared/mail/post.ts";
import { service } from "./person.ts";
import type { Scene } from "./test.ts";

/** An email as the service takes it. */
interface Email {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

type Answer = Response | undefined;

/** An email service over HTTP: answers by key as Resend does, and keeps what it accepted. */
export class EmailService {
  /** How it answers instead of accepting an email. */
  outage: ((email: Email) => Answer | Promise<Answer>) | undefined;
  /** Addresses that an account was created for. */
  readonly accounts: string[] = [];
  /** Whether answers get lost on the way back: the email is accepted all the same. */
  losesAnswers = false;
  /** Posts of any outcome. */
  posts = 0;
  /** Posts of an email that was accepted before. */
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

  /** Addresses that got an email. */
  get recipients(): string[] {
    return [...this.accepted.values()].map(({ to }) => to);
  }
}

/** Runs the worker against the test's database; waiting moves the clock of both. */
export async function deliver(scene: Scene, emails: EmailService): Promise<DeliverTotals> {
  let now = 0;
  // One connection: workers take turns, and the clock moves between two calls.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>) => {
    const result = turn.then(work, work);
    turn = result;
    return result;
  };
  return deliverMail({
    database: {
      rpc: (name, args = {}) =>
        inTurn(async () => {
          const list = Object.keys(args).map((key, index) => `"${key}" => $${index + 1}`);
          // As JSON, the way REST returns it.
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
    post: (mail, key) =>
      postMail(mail, key, {
        url: "https://emails.example/emails",
        apiKey: "key",
        fetch: emails.fetch,
      }),
    siteUrl: "https://dossier.example",
    from: "mail@dossier.example",
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds;
      await inTurn(() => scene.travel(`${milliseconds} milliseconds`));
    },
  });
}

/** Runs the worker once a minute for so many minutes. */
export async function deliverFor(scene: Scene, emails: EmailService, minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) {
    await deliver(scene, emails);
    await scene.travel("1 minute");
  }
}
