import { beforeEach, expect, it } from "vitest";
import { emailOf, FakeAccounts, FakeOutbox, FakePost } from "../../tests/support/email/fakes.ts";
import type { Verification } from "../_shared/caller.ts";
import type { ClaimedEmail } from "../_shared/email/claimed-email.ts";
import type { Delivery } from "../_shared/email/post.ts";
import { createHandler } from "./handler.ts";

let accounts: FakeAccounts;
let mailer: FakePost;
let verification: Verification;
let waits: number[];

beforeEach(() => {
  accounts = new FakeAccounts();
  mailer = new FakePost();
  waits = [];
  verification = { kind: "valid", claims: { sub: "user", role: "authenticated" } };
});

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

async function call(
  emails: Partial<ClaimedEmail>[],
  init: RequestInit = { headers: { authorization: "Bearer token" } },
  outbox = new FakeOutbox(emails),
) {
  let now = 0;
  const handler = createHandler({
    database: outbox,
    accounts,
    post: mailer.post,
    siteUrl: "https://dossier.example",
    supabaseUrl: "https://project.example",
    from: "mail@dossier.example",
    now: () => {
      now += 1;
      return now;
    },
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
    serviceKeys: ["service-key", "sb_secret_1"],
    verify: async () => verification,
  });
  const request = new Request("https://functions.example/deliver-email", {
    method: "POST",
    ...init,
  });
  const response = await handler(request);
  const text = await response.text();
  return { outbox, response, status: response.status, body: text ? JSON.parse(text) : undefined };
}

it("deliver-email sends due emails, and records the id that the email service returned for each", async () => {
  const { body, outbox } = await call([emailOf({ tries: 3 })]);
  expect(body).toEqual({ sent: 1, retried: 0, failed: 0 });
  expect(mailer.posted[0]?.key).toBe("request_sent:1");
  expect(outbox.finished).toEqual([
    { mail_id: emailOf().mail_id, tries: 3, outcome: "sent", provider_id: "provider-1" },
  ]);
});

it("deliver-email sends each of 47 emails once", async () => {
  const emails = Array.from({ length: 47 }, (_, index) => emailOf({ mail_id: uuid(index) }));
  const { body, outbox } = await call(emails);
  expect(body.sent).toBe(47);
  expect(new Set(outbox.finished.map((result) => result.mail_id)).size).toBe(47);
});

// S-4.58
it("deliver-email creates an account for a contact without one, and links it to the contact", async () => {
  const { outbox } = await call([emailOf({ user_id: null, account_id: null })]);
  expect(accounts.created).toEqual([
    { email: "nora@client.example", password: expect.stringMatching(/^[0-9a-f]{48}$/) },
  ]);
  expect(outbox.linked).toEqual([
    {
      contact_id: emailOf().contact_id,
      email: "nora@client.example",
      user_id: "user-of-nora@client.example",
    },
  ]);
  expect(mailer.posted).toHaveLength(1);
});

// S-6.19
it("deliver-email replaces the password of an unconfirmed account before it links the account", async () => {
  const { outbox } = await call([
    emailOf({ user_id: null, account_id: "squatter", account_confirmed: false }),
  ]);
  expect(accounts.created).toEqual([]);
  expect(accounts.passwords[0]?.userId).toBe("squatter");
  expect(outbox.linked[0]?.user_id).toBe("squatter");
});

it("deliver-email keeps the password of a confirmed account", async () => {
  const { outbox } = await call([emailOf({ user_id: null, account_id: "known" })]);
  expect(accounts.passwords).toEqual([]);
  expect(outbox.linked[0]?.user_id).toBe("known");
});

it("deliver-email changes no account for an email to a linked contact or to a staff member", async () => {
  const { outbox } = await call([
    emailOf(),
    emailOf({
      mail_id: uuid(1),
      kind: "staff_digest",
      contact_id: null,
      user_id: null,
      data: { requests: [{ id: "r", title: "Accounts", client_name: "Quist Ltd", items: [] }] },
    }),
  ]);
  expect(accounts.created).toEqual([]);
  expect(outbox.linked).toEqual([]);
  expect(mailer.posted).toHaveLength(2);
});

it("deliver-email creates one account for three emails to the same new email address", async () => {
  const fresh = { user_id: null, account_id: null };
  const { body, outbox } = await call([
    emailOf({ ...fresh, mail_id: uuid(1) }),
    emailOf({ ...fresh, mail_id: uuid(2) }),
    emailOf({ ...fresh, mail_id: uuid(3), contact_id: uuid(9), to_email: "Nora@client.example" }),
  ]);
  expect(body.sent).toBe(3);
  expect(accounts.created).toHaveLength(1);
  expect(outbox.linked.map((link) => link.contact_id)).toEqual([emailOf().contact_id, uuid(9)]);
});

it.each([
  ["the contact changed in the meantime", (outbox: FakeOutbox) => (outbox.isLinkAccepted = false)],
  ["someone else created the account", () => (accounts.isAddressTaken = true)],
])("deliver-email sends nothing and retries the email later if %s", async (_title, arrange) => {
  const outbox = new FakeOutbox([emailOf({ user_id: null, account_id: null })]);
  arrange(outbox);
  const { body } = await call([], undefined, outbox);
  expect(body).toEqual({ sent: 0, retried: 1, failed: 0 });
  expect(outbox.finished[0]).toMatchObject({ outcome: "retry", error: "account" });
  expect(mailer.posted).toEqual([]);
});

it.each([
  [true, "retry"],
  [false, "refused"],
])(
  "deliver-email reports an email that failed (may have arrived: %s) as %s, and continues with the next email",
  async (mayHaveArrived, outcome) => {
    mailer.answer = { outcome: "unavailable", error: "http_500", mayHaveArrived };
    const { body, outbox } = await call([emailOf(), emailOf({ mail_id: uuid(1) })]);
    expect(body).toEqual({ sent: 0, retried: 2, failed: 0 });
    expect(outbox.finished[0]).toEqual({
      mail_id: emailOf().mail_id,
      tries: 1,
      outcome,
      error: "http_500",
    });
    expect(outbox.pauses).toEqual([]);
  },
);

it.each([
  [true, "paused"],
  [false, "limited"],
])(
  "deliver-email pauses all emails if every request fails in the same way (emails may have arrived: %s)",
  async (mayHaveArrived, outcome) => {
    mailer.answer = { outcome: "unavailable", error: "http_500", mayHaveArrived };
    const emails = Array.from({ length: 120 }, (_, index) =>
      emailOf({ mail_id: uuid(index), to_email: `person-${index}@client.example` }),
    );
    const { body, outbox } = await call(emails);
    expect(body).toEqual({ sent: 0, retried: 50, failed: 0 });
    expect(mailer.posted.length).toBeLessThan(15);
    expect(outbox.pauses).toEqual([{ error: "http_500", wait_seconds: 0 }]);
    // The next run starts with the emails that this run did not try.
    expect(outbox.finished.at(-1)).toMatchObject({ outcome });
    expect(outbox.finished[0]).toMatchObject({ outcome: "limited" });
  },
);

it("deliver-email does not pause all emails if the failing emails go to a single email address", async () => {
  mailer.answer = { outcome: "unavailable", error: "http_500", mayHaveArrived: true };
  const emails = Array.from({ length: 12 }, (_, index) => emailOf({ mail_id: uuid(index) }));
  const { body, outbox } = await call(emails);
  expect(body).toEqual({ sent: 0, retried: 12, failed: 0 });
  expect(outbox.pauses).toEqual([]);
});

it("deliver-email does not pause all emails if the failing emails already failed in an earlier run", async () => {
  mailer.answer = { outcome: "unavailable", error: "http_500", mayHaveArrived: true };
  const emails = Array.from({ length: 12 }, (_, index) =>
    emailOf({ mail_id: uuid(index), to_email: `person-${index}@client.example`, attempts: 1 }),
  );
  const { outbox } = await call(emails);
  expect(outbox.pauses).toEqual([]);
  expect(new Set(outbox.finished.map(({ outcome }) => outcome))).toEqual(new Set(["retry"]));
});

it("deliver-email does not pause all emails if the email service accepts at least one email", async () => {
  const refused: Delivery = { outcome: "unavailable", error: "http_500", mayHaveArrived: true };
  mailer.answers.push(refused, refused, refused, { outcome: "sent", providerId: "p" });
  const emails = Array.from({ length: 120 }, (_, index) =>
    emailOf({ mail_id: uuid(index), to_email: `person-${index}@client.example` }),
  );
  const { body, outbox } = await call(emails);
  expect(body).toEqual({ sent: 117, retried: 3, failed: 0 });
  expect(outbox.finished.filter((result) => result.outcome === "retry")).toHaveLength(3);
  expect(outbox.pauses).toEqual([]);
});

it.each([1, 3, 9])(
  "deliver-email reports the outcome of each of %i emails if the email service limits requests",
  async (count) => {
    mailer.answer = { outcome: "limited", error: "http_429", waitMilliseconds: 2_000 };
    const emails = Array.from({ length: count }, (_, index) => emailOf({ mail_id: uuid(index) }));
    const { body, outbox } = await call(emails);
    expect(body).toEqual({ sent: 0, retried: count, failed: 0 });
    expect(outbox.finished.map((result) => result.mail_id).sort()).toEqual(
      Array.from({ length: count }, (_, index) => uuid(index)),
    );
    expect(outbox.finished.every((result) => result.outcome === "limited")).toBe(true);
    expect(outbox.pauses).toEqual([{ error: "http_429", wait_seconds: 2 }]);
  },
);

it("deliver-email does not send an email that was canceled after the run claimed the email", async () => {
  const outbox = new FakeOutbox([emailOf(), emailOf({ mail_id: uuid(1) })]);
  outbox.current.set(uuid(1), null);
  const { body } = await call([], undefined, outbox);
  expect(body).toEqual({ sent: 1, retried: 0, failed: 0 });
  expect(mailer.posted).toHaveLength(1);
  expect(outbox.finished).toHaveLength(1);
});

it("deliver-email leaves out a request that was canceled after the run claimed the email", async () => {
  const requestOf = (title: string) => ({
    id: title,
    title,
    client_name: "Quist Ltd",
    items: [{ title: "Bank statements" }],
  });
  const email = emailOf({
    kind: "staff_digest",
    contact_id: null,
    user_id: null,
    data: { requests: [requestOf("Accounts"), requestOf("Payroll")] },
  });
  const outbox = new FakeOutbox([email]);
  outbox.current.set(email.mail_id, { requests: [requestOf("Accounts")] });
  await call([], undefined, outbox);
  expect(mailer.posted.map((post) => post.email.subject)).toEqual([
    "1 answer to review from Quist Ltd",
  ]);
  expect(mailer.posted[0]?.email.text).not.toContain("Payroll");
});

// For a project that still has the function `deliver-mail`, docs/deployment.md says to deploy the
// new functions before the migrations, so the new functions call the old database for some time.
it("deliver-email sends an email as claimed if an older database confirms only that the email is still wanted", async () => {
  const outbox = new FakeOutbox([emailOf(), emailOf({ mail_id: uuid(1) })]);
  outbox.current.set(emailOf().mail_id, true);
  outbox.current.set(uuid(1), false);
  const { body } = await call([], undefined, outbox);
  expect(body).toEqual({ sent: 1, retried: 0, failed: 0 });
  expect(outbox.finished).toMatchObject([{ mail_id: emailOf().mail_id, outcome: "sent" }]);
});

it("deliver-email sends at most 500 emails in a run", async () => {
  const emails = Array.from({ length: 520 }, (_, index) => emailOf({ mail_id: uuid(index) }));
  const { body } = await call(emails);
  expect(body.sent).toBe(500);
});

it("deliver-email waits as long as the email service's 429 response says, and then sends the remaining emails", async () => {
  const limited: Delivery = { outcome: "limited", error: "http_429", waitMilliseconds: 1_000 };
  mailer.answers.push(...Array.from({ length: 12 }, () => limited));
  const emails = Array.from({ length: 120 }, (_, index) => emailOf({ mail_id: uuid(index) }));
  const { body, outbox } = await call(emails);
  expect(body).toEqual({ sent: 120, retried: 0, failed: 0 });
  expect(new Set(outbox.finished.map((result) => result.mail_id)).size).toBe(120);
  expect(waits).toEqual([1_000, 1_000, 1_000]);
});

it.each([
  ["asks for a long pause", 60_000],
  ["accepts none until the end of the run", 4_000],
])(
  "deliver-email releases the emails that it claimed if the email service %s",
  async (_, waitMilliseconds) => {
    mailer.answer = { outcome: "limited", error: "http_429", waitMilliseconds };
    const emails = Array.from({ length: 120 }, (_, index) => emailOf({ mail_id: uuid(index) }));
    const { body, outbox } = await call(emails);
    expect(body).toEqual({ sent: 0, retried: 50, failed: 0 });
    expect(outbox.finished).toHaveLength(50);
    expect(new Set(outbox.finished.map((result) => result.outcome))).toEqual(new Set(["limited"]));
    expect(mailer.posted.length).toBeLessThan(30);
  },
);

it("deliver-email marks an email that cannot be rendered as failed, and sends the other emails", async () => {
  const { body, outbox } = await call([
    emailOf({ kind: "advert" }),
    emailOf({ mail_id: uuid(1), kind: "decision_digest", data: { items: "none" } }),
    emailOf({ mail_id: uuid(2) }),
  ]);
  expect(body).toEqual({ sent: 1, retried: 0, failed: 2 });
  expect(outbox.finished.map((result) => result.error)).toEqual(
    expect.arrayContaining(["unknown_kind", "bad_data"]),
  );
});

it.each([
  ["the service key", { authorization: "Bearer service-key" }],
  ["a secret key", { apikey: "sb_secret_1" }],
])("deliver-email accepts calls with %s", async (_title, headers) => {
  verification = { kind: "invalid" };
  expect((await call([], { headers })).status).toBe(200);
});

it.each<[string, Verification, Record<string, string>, number, string]>([
  ["no token", { kind: "invalid" }, {}, 401, "unauthorized"],
  ["a bad token", { kind: "invalid" }, { authorization: "Bearer x" }, 401, "unauthorized"],
  [
    "the anonymous key",
    { kind: "valid", claims: { role: "anon" } },
    { authorization: "Bearer anon" },
    401,
    "unauthorized",
  ],
  ["an outage of Auth", { kind: "unavailable" }, { authorization: "Bearer x" }, 503, "unavailable"],
])(
  "deliver-email sends nothing and returns an error for %s",
  async (_title, verified, headers, status, code) => {
    verification = verified;
    const answer = await call([emailOf()], { headers });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ code });
    expect(mailer.posted).toEqual([]);
  },
);

it("deliver-email responds to preflights and otherwise accepts only POST", async () => {
  const preflight = await call([], {
    method: "OPTIONS",
    headers: { "access-control-request-headers": "authorization, x-client-info" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.response.headers.get("access-control-allow-headers")).toBe(
    "authorization, x-client-info",
  );
  expect((await call([emailOf()], { method: "GET" })).status).toBe(405);
  expect(mailer.posted).toEqual([]);
});

it("deliver-email returns 500 with a code, without the error's text, if the database is unavailable", async () => {
  const outbox = new FakeOutbox([]);
  outbox.rpc = () => Promise.reject(new Error("nora@client.example"));
  const { status, body } = await call([], undefined, outbox);
  expect(status).toBe(500);
  expect(body).toEqual({ code: "unknown" });
});
