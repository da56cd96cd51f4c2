import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AuthWorld, createAuthWorld, PASSWORD } from "./auth-people.ts";

const KEY = Buffer.from("a key of the send email hook");
const SECRET = `v1,whsec_${KEY.toString("base64")}`;
const KINDS = [
  "password_changed",
  "email_changed",
  "mfa_factor_enrolled",
  "mfa_factor_unenrolled",
] as const;

interface Call {
  headers: IncomingHttpHeaders;
  body: string;
  user: Record<string, unknown>;
  data: Record<string, string>;
}
interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

let server: Server;
let world: AuthWorld;
let calls: Call[];
let answers: Answer[];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const { user, email_data: data } = JSON.parse(body);
      calls.push({ headers: request.headers, body, user, data });
      const { status = 200, headers = {}, body: answer = "{}" } = answers.shift() ?? {};
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  world = await createAuthWorld({
    auth: {
      hook: {
        send_email: { enabled: true, uri: `http://127.0.0.1:${port}/hook`, secrets: SECRET },
      },
      email: {
        secure_password_change: false,
        notification: Object.fromEntries(KINDS.map((kind) => [kind, { enabled: true }])),
      },
    },
  });
});
afterAll(async () => {
  await world?.stop();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  calls = [];
  answers = [];
});

const last = () => calls.at(-1) ?? expect.unreachable("the hook was not called");
const refusal = (httpCode: number, message: string): Answer => ({
  body: JSON.stringify({ error: { http_code: httpCode, message } }),
});

describe("Auth with the Send Email hook", () => {
  test("signs the hook's request according to Standard Webhooks, and sends no email itself", async () => {
    const email = "signed@example.test";
    await world.guest().auth.signInWithOtp({ email });
    const { headers, body, user, data } = last();
    const mac = createHmac("sha256", KEY).update(
      `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`,
    );
    expect(headers["webhook-signature"]).toBe(`v1,${mac.digest("base64")}`);
    expect(Math.abs(Number(headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(60);
    expect(user).toMatchObject({ email, aud: "authenticated" });
    expect(data).toEqual({
      token: expect.stringMatching(/^\d{6}$/),
      token_hash: expect.stringMatching(/^[0-9a-f]{56}$/),
      redirect_to: "http://127.0.0.1:3000",
      email_action_type: "signup",
      site_url: `${world.backend.urls.api}/auth/v1`,
      token_new: "",
      token_hash_new: "",
      old_email: "",
      old_phone: "",
      provider: "",
      factor_type: "",
    });
    const mailbox = await fetch(`${world.backend.urls.mailbox}/messages`);
    expect(await mailbox.json()).toMatchObject({ messages: [] });
    const { error } = await world
      .guest()
      .auth.verifyOtp({ email, token: data.token ?? "", type: "email" });
    expect(error).toBeNull();
  });

  test("sends the hook the email_action_type of a sign-in, a recovery, a reauthentication and an invitation", async () => {
    const { client, email } = await world.signIn("kinds");
    await world.guest().auth.signInWithOtp({ email });
    expect(last().data.email_action_type).toBe("magiclink");
    await world.guest().auth.resetPasswordForEmail(email, {
      redirectTo: "http://127.0.0.1:3000/r/abc",
    });
    expect(last().data).toMatchObject({
      email_action_type: "recovery",
      redirect_to: "http://127.0.0.1:3000/r/abc",
    });
    await client.auth.reauthenticate();
    expect(last().data.email_action_type).toBe("reauthentication");
    await world.admin.auth.admin.inviteUserByEmail("invited@example.test");
    expect(last().data.email_action_type).toBe("invite");
  });

  test("sends both codes of an email change to the hook in one call", async () => {
    const { client, email } = await world.signIn("moves");
    const next = "moved@example.test";
    await client.auth.updateUser({ email: next });
    expect(calls).toHaveLength(1);
    const { user, data } = last();
    expect(user).toMatchObject({ email, new_email: next });
    expect(data.email_action_type).toBe("email_change");
    const verify = (address: string, token = "") =>
      world.guest().auth.verifyOtp({ email: address, token, type: "email_change" });
    expect((await verify(email, data.token)).error).toBeNull();
    const { data: changed, error } = await verify(next, data.token_new);
    expect(error).toBeNull();
    expect(changed.user?.email).toBe(next);
    expect(last()).toMatchObject({
      user: { email: next },
      data: { email_action_type: "email_changed_notification", old_email: email, token: "" },
    });
  });

  test("keeps the previous code valid if the hook refuses an email, and returns the hook's status and message", async () => {
    const { email } = await world.signIn("refused");
    const ask = () => world.guest().auth.signInWithOtp({ email });
    await ask();
    const { token } = last().data;
    answers = [refusal(429, "Wait for 42 seconds.")];
    const { error } = await ask();
    expect(error).toMatchObject({ status: 429, code: "unknown", message: "Wait for 42 seconds." });
    const verified = await world
      .guest()
      .auth.verifyOtp({ email, token: token ?? "", type: "email" });
    expect(verified.error).toBeNull();
  });

  test("creates no user if the hook cannot send the first code", async () => {
    answers = [{ status: 500 }];
    const { error } = await world.guest().auth.signInWithOtp({ email: "lost@example.test" });
    expect(error).toMatchObject({ status: 500 });
    const { rows } = await world.database.query(
      "select from auth.users where email = 'lost@example.test'",
    );
    expect(rows).toHaveLength(0);
  });

  test.for<[string, Answer[], number, string, number]>([
    ["a success with an empty object", [{}], 200, "", 1],
    [
      "an error without a status",
      [{ body: '{"error":{"message":"no"}}' }],
      500,
      "unexpected_failure",
      1,
    ],
    ["429 without Retry-After", [{ status: 429 }], 500, "unexpected_failure", 1],
    [
      "503 with Retry-After, then success",
      [{ status: 503, headers: { "retry-after": "true" } }],
      200,
      "",
      2,
    ],
    [
      "429 with Retry-After three times",
      Array<Answer>(3).fill({ status: 429, headers: { "retry-after": "1" } }),
      500,
      "unexpected_failure",
      3,
    ],
    [
      "another content type",
      [{ headers: { "content-type": "text/plain" } }],
      400,
      "hook_payload_invalid_content_type",
      1,
    ],
    [
      "a body that is too large",
      [{ body: JSON.stringify({ a: "x".repeat(210_000) }) }],
      422,
      "hook_payload_over_size_limit",
      1,
    ],
    ["text that is not JSON", [{ body: "ok" }], 500, "unexpected_failure", 1],
  ])(
    "responds as hosted Supabase does if the hook returns %s",
    async ([, given, status, code, times]) => {
      answers = [...given];
      const response = await world.call("/otp", {
        json: { email: `answer-${calls.length}-${code}-${times}@example.test` },
      });
      expect(response.status).toBe(status);
      expect(response.headers.get("x-sb-error-code") ?? "").toBe(code);
      expect(calls).toHaveLength(times);
    },
  );

  test("calls the hook once for each account change, and keeps the change if the hook fails", async () => {
    const { client, email } = await world.signIn("notices");
    answers = [{ status: 500 }];
    const changed = await client.auth.updateUser({ password: `${PASSWORD} again` });
    expect(changed.error).toBeNull();
    const { data: factor } = await client.auth.mfa.enroll({ factorType: "totp" });
    const totp = new TOTP({ secret: Secret.fromBase32(factor?.totp.secret ?? "") });
    const factorId = factor?.id ?? "";
    await client.auth.mfa.challengeAndVerify({ factorId, code: totp.generate() });
    await client.auth.mfa.unenroll({ factorId });
    expect(
      calls.map(({ user, data }) => [user.email, data.email_action_type, data.factor_type]),
    ).toEqual([
      [email, "password_changed_notification", ""],
      [email, "mfa_factor_enrolled_notification", "totp"],
      [email, "mfa_factor_unenrolled_notification", "totp"],
    ]);
  });
});

test("Auth emails a notification from its configured template if no hook is configured", async () => {
  const plain = await createAuthWorld({
    auth: {
      email: {
        notification: {
          password_changed: {
            enabled: true,
            subject: "Changed: {{ .Email }}",
            content: "<b>now</b>",
          },
          mfa_factor_enrolled: { enabled: false },
        },
      },
    },
  });
  const { client, email } = await plain.signIn("plain");
  await client.auth.updateUser({ password: `${PASSWORD} again` });
  const received = await plain.backend.mailbox.waitFor({ to: email });
  expect(received.subject).toBe(`Changed: ${email}`);
  await plain.stop();
});
