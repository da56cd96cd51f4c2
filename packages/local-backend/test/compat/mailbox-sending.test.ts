import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Message } from "../../src/mailbox/message.ts";
import { type AuthWorld, createAuthWorld } from "./auth-people.ts";
import { createClock } from "./clock.ts";

const clock = createClock();
let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld({}, clock);
});
afterAll(() => world.stop());
beforeEach(async () => {
  await fetch(`${world.backend.urls.mailbox}/messages`, { method: "DELETE" });
});

const MAIL = {
  from: "Dossier <no-reply@example.test>",
  to: ["Client <client@example.test>"],
  subject: "Your documents",
  html: '<p>Code 123456, <a href="http://127.0.0.1:3000/r/x?a=1&amp;b=2">open</a></p>',
};

function post(body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${world.backend.urls.mailbox}/emails`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${world.backend.keys.secret}`,
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

async function idOf(response: Response): Promise<string> {
  return ((await response.json()) as { id: string }).id;
}

async function read(id: string): Promise<Message> {
  const response = await fetch(`${world.backend.urls.mailbox}/messages/${id}`);
  return (await response.json()) as Message;
}

async function count(to = ""): Promise<number> {
  const response = await fetch(`${world.backend.urls.mailbox}/messages?to=${to}`);
  return ((await response.json()) as { messages: Message[] }).messages.length;
}

test("the mailbox stores every field of an email, and finds the email's code and link", async () => {
  const response = await post({
    ...MAIL,
    text: "Code 123456",
    cc: "copy@example.test",
    bcc: ["blind@example.test"],
    reply_to: "Firm <firm@example.test>",
    headers: { "X-Entity-Ref-ID": "42" },
    tags: [{ name: "kind", value: "reminder" }],
    attachments: [
      { filename: "a.txt", content: Buffer.from("hello").toString("base64") },
      { content: { type: "Buffer", data: [1, 2, 3] } },
      { path: "https://files.example/report.pdf" },
    ],
  });
  expect(response.status).toBe(200);
  expect(await read(await idOf(response))).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    received_at: expect.stringMatching(/^\d{4}-.*Z$/),
    from: MAIL.from,
    to: MAIL.to,
    cc: ["copy@example.test"],
    bcc: ["blind@example.test"],
    reply_to: ["Firm <firm@example.test>"],
    subject: MAIL.subject,
    html: MAIL.html,
    text: "Code 123456",
    headers: { "X-Entity-Ref-ID": "42" },
    tags: [{ name: "kind", value: "reminder" }],
    attachments: [
      { filename: "a.txt", bytes: 5 },
      { filename: "attachment", bytes: 3 },
      { filename: "report.pdf", bytes: 0 },
    ],
    codes: ["123456"],
    links: ["http://127.0.0.1:3000/r/x?a=1&b=2"],
  });
  for (const to of ["client", "copy", "blind"]) expect(await count(`${to}@example.test`)).toBe(1);
  expect(await count("firm@example.test")).toBe(0);
});

describe("the mailbox's sending API", () => {
  test.each([
    ["", "missing_api_key"],
    ["Basic abc", "missing_api_key"],
    ["Bearer nonsense", "invalid_api_key"],
    ["Bearer sb_publishable_local", "invalid_api_key"],
  ])("returns Resend's error for the authorization %j", async (authorization, name) => {
    const refused = await post(MAIL, { authorization });
    expect(refused.status).toBe(401);
    const message = expect.stringMatching(/\S/);
    expect(await refused.json()).toEqual({ statusCode: 401, name, message });
  });

  test.each<[string, object | string, string, RegExp]>([
    ["a body that is not JSON", "{", "validation_error", /JSON/],
    ["a missing from", { ...MAIL, from: undefined }, "missing_required_field", /`from`/],
    ["a missing to", { ...MAIL, to: undefined }, "missing_required_field", /`to`/],
    ["a missing subject", { ...MAIL, subject: undefined }, "missing_required_field", /`subject`/],
    ["a missing body", { ...MAIL, html: undefined }, "missing_required_field", /`html` or `text`/],
    ["an empty list of recipients", { ...MAIL, to: [] }, "validation_error", /`to`.*at least one/],
    [
      "a recipient that is not an address",
      { ...MAIL, to: "nobody" },
      "validation_error",
      /`to`.*needs to follow/,
    ],
    ["an invalid cc", { ...MAIL, cc: ["a@b", "x"] }, "validation_error", /`cc`/],
    ["an invalid sender", { ...MAIL, from: "Dossier" }, "invalid_from_address", /`from`/],
    [
      "too many recipients",
      { ...MAIL, to: Array.from({ length: 51 }, (_, index) => `p${index}@example.test`) },
      "validation_error",
      /`to`.*50/,
    ],
    [
      "an attachment without content",
      { ...MAIL, attachments: [{ filename: "a" }] },
      "invalid_attachment",
      /content/,
    ],
    [
      "a tag with a space",
      { ...MAIL, tags: [{ name: "a b", value: "c" }] },
      "validation_error",
      /ASCII/,
    ],
    [
      "a scheduled time",
      { ...MAIL, scheduled_at: "tomorrow" },
      "validation_error",
      /`scheduled_at`/,
    ],
  ])("returns Resend's error for %s", async (_name, body, name, message) => {
    const refused = await post(body);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toEqual({
      statusCode: 422,
      name,
      message: expect.stringMatching(message),
    });
    expect(await count()).toBe(0);
  });
});

describe("the mailbox's sending API with an Idempotency-Key", () => {
  test("sends one email for concurrent requests with the same Idempotency-Key, and returns the same id", async () => {
    const headers = { "idempotency-key": "once" };
    const answers = await Promise.all([post(MAIL, headers), post(MAIL, headers)]);
    const later = await post(MAIL, headers);
    const ids = await Promise.all([...answers, later].map(idOf));
    expect(new Set(ids).size).toBe(1);
    expect(await count()).toBe(1);
    expect(await idOf(await post(MAIL, { "idempotency-key": "another" }))).not.toBe(ids[0]);
  });

  test("refuses a second email with the same Idempotency-Key and a different body", async () => {
    const headers = { "idempotency-key": "two-bodies" };
    await post(MAIL, headers);
    const refused = await post({ ...MAIL, subject: "Another" }, headers);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ statusCode: 409, name: "invalid_idempotent_request" }),
    ]);
    expect(await count()).toBe(1);
  });

  test("accepts an Idempotency-Key again if the first email with the key was refused", async () => {
    const headers = { "idempotency-key": "retried" };
    expect((await post({ ...MAIL, to: "nobody" }, headers)).status).toBe(422);
    expect((await post(MAIL, headers)).status).toBe(200);
  });

  test("forgets an Idempotency-Key after a day, and refuses a key of more than 256 characters", async () => {
    const headers = { "idempotency-key": "x".repeat(256) };
    const first = await idOf(await post(MAIL, headers));
    clock.advance(86_400);
    expect(await idOf(await post(MAIL, headers))).not.toBe(first);
    const long = await post(MAIL, { "idempotency-key": "x".repeat(257) });
    expect([long.status, await long.json()]).toEqual([
      400,
      expect.objectContaining({ name: "invalid_idempotency_key" }),
    ]);
  });
});
