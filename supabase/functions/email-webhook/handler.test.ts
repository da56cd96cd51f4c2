import { Webhook } from "standardwebhooks";
import { beforeEach, expect, it } from "vitest";
import { createHandler } from "./handler.ts";

const SECRET = `whsec_${btoa("a secret of the email service")}`;
const EMAIL_ID = "11111111-1111-4111-8111-111111111111";

let calls: { name: string; parameters: unknown }[];
let isKnown: boolean;

beforeEach(() => {
  calls = [];
  isKnown = true;
});

const database = {
  async rpc(name: string, parameters?: Record<string, unknown>) {
    calls.push({ name, parameters });
    return isKnown;
  },
};

function bounced(data: Record<string, unknown> = {}, type = "email.bounced"): string {
  return JSON.stringify({
    type,
    created_at: "2026-01-10T09:00:00.000Z",
    data: {
      email_id: "re_1",
      to: ["nora@client.example"],
      tags: { mail_id: EMAIL_ID },
      bounce: { type: "Permanent", subType: "General", message: "No such mailbox" },
      ...data,
    },
  });
}

interface Signing {
  secret?: string;
  at?: Date;
  prefix?: "svix" | "webhook";
}

function signed(body: string, { secret = SECRET, at = new Date(), prefix = "svix" }: Signing = {}) {
  return {
    [`${prefix}-id`]: "msg_1",
    [`${prefix}-timestamp`]: String(Math.floor(at.getTime() / 1000)),
    [`${prefix}-signature`]: new Webhook(secret).sign("msg_1", at, body),
  };
}

async function call(body: string, headers: Record<string, string>, secret?: string | null) {
  const handler = createHandler({
    database,
    webhookSecret: secret === null ? undefined : (secret ?? SECRET),
  });
  const response = await handler(
    new Request("https://functions.example/email-webhook", { method: "POST", body, headers }),
  );
  return { status: response.status, body: await response.json() };
}

it.each(["svix", "webhook"] as const)(
  "email-webhook records a bounce signed with %s headers",
  async (prefix) => {
    const body = bounced();
    expect(await call(body, signed(body, { prefix }))).toEqual({
      status: 200,
      body: { recorded: true },
    });
    expect(calls).toEqual([
      { name: "record_bounce", parameters: { provider_id: "re_1", mail_id: EMAIL_ID } },
    ]);
  },
);

it("email-webhook records a bounce even if its tags are missing, invalid or in a list", async () => {
  const list = bounced({ tags: [{ name: "mail_id", value: EMAIL_ID }] });
  await call(list, signed(list));
  for (const tags of [undefined, {}, { mail_id: "x" }, [], [{ name: "mail_id", value: "x" }]]) {
    const body = bounced({ tags });
    await call(body, signed(body));
  }
  expect(calls.map(({ parameters }) => parameters)).toEqual([
    { provider_id: "re_1", mail_id: EMAIL_ID },
    ...Array.from({ length: 5 }, () => ({ provider_id: "re_1" })),
  ]);
});

// S-4.61
it("email-webhook returns 200 for a report about an email that Dossier did not send", async () => {
  isKnown = false;
  const body = bounced();
  expect(await call(body, signed(body))).toEqual({ status: 200, body: { recorded: false } });
});

it.each([
  ["a delivery", bounced({}, "email.delivered")],
  ["a complaint", bounced({}, "email.complained")],
  ["a temporary bounce", bounced({ bounce: { type: "Transient" } })],
  ["an event without an email", JSON.stringify({ type: "email.bounced", data: {} })],
  ["JSON that is not a report", JSON.stringify(["x"])],
])("email-webhook acknowledges %s and records nothing", async (_, body) => {
  expect(await call(body, signed(body))).toEqual({ status: 200, body: { recorded: false } });
  expect(calls).toEqual([]);
});

it("email-webhook records a bounce for an email that the email service suppressed", async () => {
  const body = bounced({ bounce: undefined }, "email.suppressed");
  await call(body, signed(body));
  expect(calls).toHaveLength(1);
});

// S-4.49
it("email-webhook rejects a report whose signature it cannot verify", async () => {
  const body = bounced();
  const forged: Record<string, string>[] = [
    {},
    signed(body, { secret: `whsec_${btoa("another secret")}` }),
    signed(bounced({ email_id: "re_2" })),
    signed(body, { at: new Date(Date.now() - 6 * 60_000) }),
    signed(body, { at: new Date(Date.now() + 6 * 60_000) }),
    { ...signed(body), "svix-id": "msg_2" },
    { ...signed(body), "svix-signature": "v1" },
  ];
  for (const headers of forged) {
    expect(await call(body, headers)).toEqual({ status: 401, body: { code: "unauthorized" } });
  }
  expect(calls).toEqual([]);
});

it("email-webhook accepts a report if one of several signatures is valid, as during a secret rotation", async () => {
  const body = bounced();
  const headers = signed(body);
  const other = signed(body, { secret: `whsec_${btoa("the old secret")}` });
  const both = `${other["svix-signature"]} ${headers["svix-signature"]}`;
  expect(await call(body, { ...headers, "svix-signature": both })).toMatchObject({ status: 200 });
});

it("email-webhook returns 503 for every report if no secret is set", async () => {
  const body = bounced();
  expect(await call(body, signed(body), null)).toEqual({
    status: 503,
    body: { code: "unavailable" },
  });
});
