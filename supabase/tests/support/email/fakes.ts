import type { ClaimedEmail } from "../../../functions/_shared/email/claimed-email.ts";
import type { Delivery, RenderedEmail } from "../../../functions/_shared/email/post.ts";
import type { Accounts, SystemDatabase } from "../../../functions/_shared/ports.ts";

export class FakeOutbox implements SystemDatabase {
  readonly finished: Record<string, unknown>[] = [];
  readonly linked: Record<string, unknown>[] = [];
  readonly pauses: Record<string, unknown>[] = [];
  /**
   * The content of each email at the time of sending, by email id. Null if the email is no longer
   * wanted. Defaults to the claimed content.
   */
  readonly current = new Map<unknown, unknown>();
  isLinkAccepted = true;
  #waiting: Partial<ClaimedEmail>[];

  constructor(emails: Partial<ClaimedEmail>[]) {
    this.#waiting = emails;
  }

  async rpc(name: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
    if (name === "claim_mail") return this.#claim(Number(parameters.max_rows));
    if (name === "finish_mail") return this.finished.push(parameters) > 0;
    if (name === "check_mail") return this.current.get(parameters.mail_id);
    if (name === "pause_mail") {
      this.pauses.push(parameters);
      return 60;
    }
    if (name === "link_contact") {
      this.linked.push(parameters);
      return this.isLinkAccepted;
    }
    throw new Error(`unexpected ${name}`);
  }

  #claim(maxRows: number): Partial<ClaimedEmail>[] {
    const emails = this.#waiting.splice(0, maxRows);
    for (const { mail_id, data } of emails) {
      if (!this.current.has(mail_id)) this.current.set(mail_id, data);
    }
    return emails;
  }
}

export class FakeAccounts implements Accounts {
  readonly created: { email: string; password: string }[] = [];
  readonly passwords: { userId: string; password: string }[] = [];
  readonly removed: string[] = [];
  readonly factorsRemoved: string[] = [];
  isAddressTaken = false;

  async create(email: string, password: string): Promise<string | undefined> {
    this.created.push({ email, password });
    return this.isAddressTaken ? undefined : `user-of-${email}`;
  }

  async setPassword(userId: string, password: string): Promise<void> {
    this.passwords.push({ userId, password });
  }

  async removeFactors(userId: string): Promise<number> {
    return this.factorsRemoved.push(userId);
  }

  async remove(userId: string): Promise<void> {
    this.removed.push(userId);
  }
}

export class FakePost {
  readonly posted: { email: RenderedEmail; key: string }[] = [];
  answer: Delivery = { outcome: "sent", providerId: "provider-1" };
  readonly answers: Delivery[] = [];

  readonly post = async (email: RenderedEmail, key: string): Promise<Delivery> => {
    this.posted.push({ email, key });
    return this.answers.shift() ?? this.answer;
  };
}

export function emailOf(values: Partial<ClaimedEmail> = {}): ClaimedEmail {
  return {
    mail_id: "11111111-1111-4111-8111-111111111111",
    tries: 1,
    attempts: 0,
    kind: "request_sent",
    to_email: "nora@client.example",
    to_name: "Nora Quist",
    dedupe_key: "request_sent:1",
    org_name: "Harbour & Lane",
    org_slug: "harbour-lane",
    logo_path: null,
    brand_color: null,
    postal_address: null,
    reply_email: "office@harbour.example",
    time_zone: "Europe/London",
    request_id: "22222222-2222-4222-8222-222222222222",
    public_id: "p0b1ic",
    request_title: "Annual accounts",
    request_message: "As discussed.",
    due_on: "2026-03-31",
    contact_id: "33333333-3333-4333-8333-333333333333",
    user_id: "44444444-4444-4444-8444-444444444444",
    account_id: "44444444-4444-4444-8444-444444444444",
    account_confirmed: true,
    data: {},
    ...values,
  };
}
