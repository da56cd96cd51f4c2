import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthWorld, createAuthWorld, PASSWORD } from "./auth-people.ts";
import { createClock } from "./clock.ts";

const BURST = 30;
const MAX_FREQUENCY_SECONDS = 60;
const UNKNOWN = "nobody@example.test";
const SOME_ID = "00000000-0000-4000-8000-000000000000";

const clock = createClock();
let world: AuthWorld;
let bearer: Record<string, string>;

beforeAll(async () => {
  world = await createAuthWorld(
    {
      auth: {
        sb_forwarded_for_enabled: true,
        rate_limit: {
          token_refresh: 150,
          sign_in_sign_ups: 30,
          token_verifications: 30,
          email_sent: 2,
        },
        email: { max_frequency: `${MAX_FREQUENCY_SECONDS}s` },
      },
    },
    clock,
  );
  const { client } = await world.enter("caller");
  const { data } = await client.auth.getSession();
  bearer = { authorization: `Bearer ${data.session?.access_token}` };
  // In five minutes, the rate limit restores the attempt that the sign-in used.
  clock.advance(300);
});
afterAll(() => world.stop());

describe("Auth with rate limits for each IP address", () => {
  const code = { type: "email", email: UNKNOWN, token: "000000" };
  const put = { method: "PUT", body: JSON.stringify({ data: {} }) };
  test.each<[string, number, () => Promise<Response>]>([
    ["POST /token", 2, () => world.call("/token?grant_type=refresh_token", { json: {} })],
    ["POST /verify", 10, () => world.call("/verify", { json: code })],
    ["POST /signup", 10, () => world.call("/signup", { json: { email: UNKNOWN, password: "x" } })],
    ["POST /otp", 10, () => world.call("/otp", { json: { email: UNKNOWN, create_user: false } })],
    ["POST /recover", 10, () => world.call("/recover", { json: { email: UNKNOWN } })],
    ["POST /resend", 10, () => world.call("/resend", { json: { type: "signup", email: UNKNOWN } })],
    ["PUT /user", 10, () => world.call("/user", { ...put, headers: bearer })],
    [
      "POST /factors/:id/challenge",
      4,
      () => world.call(`/factors/${SOME_ID}/challenge`, { json: {}, headers: bearer }),
    ],
    [
      "POST /factors/:id/verify",
      4,
      () =>
        world.call(`/factors/${SOME_ID}/verify`, {
          json: { challenge_id: SOME_ID, code: "000000" },
          headers: bearer,
        }),
    ],
  ])(
    "allows a burst of 30 requests to %s, and then one request every %i seconds",
    async (_name, seconds, attempt) => {
      for (let index = 0; index < BURST; index++) expect((await attempt()).status).not.toBe(429);
      const refused = await attempt();
      expect(refused.status).toBe(429);
      expect(refused.headers.get("x-sb-error-code")).toBe("over_request_rate_limit");
      expect(refused.headers.get("retry-after")).toBeNull();
      clock.advance(seconds - 1);
      expect((await attempt()).status).toBe(429);
      clock.advance(1);
      expect((await attempt()).status).not.toBe(429);
      expect((await attempt()).status).toBe(429);
    },
  );

  async function exhaust(attempt: () => Promise<{ status: number }>): Promise<void> {
    for (let calls = 0; (await attempt()).status !== 429; calls++) {
      if (calls > BURST) throw new Error("never refused");
    }
  }

  test("returns 429 instead of a redirect if a client opens links too often", async () => {
    await exhaust(() => world.call("/verify", { json: code }));
    const response = await world.call("/verify?token=abc&type=signup");
    expect(response.status).toBe(429);
    expect(response.headers.get("x-sb-error-code")).toBe("over_request_rate_limit");
  });

  test("returns the rate limit error to supabase-js", async () => {
    await exhaust(() => world.call("/recover", { json: { email: UNKNOWN } }));
    const { error } = await world.guest().auth.resetPasswordForEmail(UNKNOWN);
    expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  });

  test("counts requests per forwarded IP address if they have the secret key", async () => {
    const attempt = (apikey: string, address: string) =>
      world.call("/verify", { json: code, headers: { apikey, "sb-forwarded-for": address } });
    const { secret, publishable } = world.backend.keys;
    await exhaust(() => world.call("/verify", { json: code }));
    expect((await attempt(secret, "203.0.113.7")).status).toBe(403);
    expect((await attempt(publishable, "203.0.113.8")).status).toBe(429);
  });

  test("ignores a forwarded IP address if forwarding is disabled, which is the default", async () => {
    const rate_limit = { token_verifications: 30 };
    const other = await createAuthWorld({ auth: { rate_limit } }, clock);
    const attempt = (index: number) =>
      other.call("/verify", {
        json: code,
        headers: {
          apikey: other.backend.keys.secret,
          "sb-forwarded-for": `203.0.113.${index}`,
        },
      });
    for (let index = 0; index < BURST; index++) expect((await attempt(index)).status).toBe(403);
    expect((await attempt(BURST)).status).toBe(429);
    await other.stop();
  });

  test("resets the rate limits on a reset of the backend", async () => {
    await world.backend.reset();
    expect((await world.call("/verify", { json: code })).status).toBe(403);
  });
});

describe("Auth with rate limits for emails to one user", () => {
  const client = () => world.guest().auth;
  test.each<[string, (email: string) => Promise<{ error: unknown }>]>([
    ["confirmation", (email) => client().resend({ type: "signup", email })],
    ["magic_link", (email) => client().signInWithOtp({ email })],
    ["recovery", (email) => client().resetPasswordForEmail(email)],
  ])(
    "allows one %s email per max_frequency, and states the remaining wait in the error",
    async (kind, ask) => {
      const email = `often-${kind.replace("_", "-")}@example.test`;
      const isConfirmed = kind !== "confirmation";
      await world.admin.auth.admin.createUser({ email, email_confirm: isConfirmed });
      clock.advance(MAX_FREQUENCY_SECONDS);
      expect((await ask(email)).error).toBeNull();
      clock.advance(20);
      const message = (seconds: number) =>
        `For security purposes, you can only request this after ${seconds} seconds.`;
      const tooSoon = (seconds: number) => ({
        status: 429,
        code: "over_email_send_rate_limit",
        message: message(seconds),
      });
      expect((await ask(email)).error).toMatchObject(tooSoon(40));
      clock.advance(39);
      expect((await ask(email)).error).toMatchObject(tooSoon(1));
      clock.advance(1);
      expect((await ask(email)).error).toBeNull();
      const { messages } = (await (
        await fetch(`${world.backend.urls.mailbox}/messages?to=${email}`)
      ).json()) as { messages: unknown[] };
      expect(messages).toHaveLength(2);
    },
  );

  test("like hosted Supabase, sends no Retry-After header when it refuses a second email right after the first", async () => {
    const email = "retry-after@example.test";
    await world.guest().auth.signUp({ email, password: PASSWORD });
    const response = await world.call("/resend", { json: { type: "signup", email } });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, null]);
  });

  test("limits emails for a change of the email address and for a nonce separately", async () => {
    const { client: person, email } = await world.enter("kinds");
    clock.advance(MAX_FREQUENCY_SECONDS);
    const waits = expect.objectContaining({ status: 429, code: "over_email_send_rate_limit" });
    expect((await person.auth.signInWithOtp({ email })).error).toBeNull();
    expect((await person.auth.reauthenticate()).error).toBeNull();
    expect((await person.auth.updateUser({ email: `next-${email}` })).error).toBeNull();
    expect((await person.auth.reauthenticate()).error).toEqual(waits);
    expect((await person.auth.updateUser({ email: `more-${email}` })).error).toEqual(waits);
    expect((await person.auth.resend({ type: "email_change", email })).error).toEqual(waits);
    clock.advance(MAX_FREQUENCY_SECONDS);
    expect((await person.auth.reauthenticate()).error).toBeNull();
    expect((await person.auth.resend({ type: "email_change", email })).error).toBeNull();
  });
});

test("sends at most email_sent emails of all kinds per hour, to all users together, if SMTP is enabled", async () => {
  const limited = await createAuthWorld(
    { auth: { rate_limit: { email_sent: 2 }, email: { smtp: { enabled: true } } } },
    clock,
  );
  const ask = (name: string) =>
    limited.call("/otp", { json: { email: `${name}@example.test`, create_user: true } });
  try {
    expect((await ask("one")).status).toBe(200);
    expect((await limited.admin.auth.admin.inviteUserByEmail("two@example.test")).error).toBeNull();
    const refused = await ask("three");
    expect([refused.status, refused.headers.get("x-sb-error-code")]).toEqual([
      429,
      "over_email_send_rate_limit",
    ]);
    expect(refused.headers.get("retry-after")).toBeNull();
    clock.advance(1800);
    expect((await ask("three")).status).toBe(429);
    clock.advance(1800);
    expect((await ask("three")).status).toBe(200);
    expect((await ask("four")).status).toBe(200);
    expect((await ask("five")).status).toBe(429);
  } finally {
    await limited.stop();
  }
});
