import type { JSONWebKeySet } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthWorld, createAuthWorld, PASSWORD } from "./auth-people.ts";

let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld({
    auth: {
      rate_limit: { sign_in_sign_ups: 30, token_verifications: 30, email_sent: 2 },
      email: { max_frequency: "60s" },
    },
  });
});
afterAll(() => world.stop());

describe("rate limits", () => {
  test("31 codes in a row from one address: the last is refused, with Retry-After", async () => {
    const attempt = () =>
      world.call("/verify", { json: { type: "email", email: "a@example.test", token: "000000" } });
    for (let index = 0; index < 30; index++) expect((await attempt()).status).toBe(403);
    const refused = await attempt();
    expect(refused.status).toBe(429);
    expect(refused.headers.get("x-sb-error-code")).toBe("over_request_rate_limit");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(10);
  });

  test("another address, vouched for by the secret key, is counted apart", async () => {
    const attempt = (apikey: string, address: string) =>
      world.call("/verify", {
        json: { type: "email", email: "a@example.test", token: "000000" },
        headers: { apikey, "sb-forwarded-for": address },
      });
    const { secret, publishable } = world.backend.keys;
    expect((await attempt(secret, "203.0.113.7")).status).toBe(403);
    expect((await attempt(publishable, "203.0.113.8")).status).toBe(429);
  });

  test("max_frequency: the second mail of a kind has to wait, and says how long", async () => {
    const email = "often@example.test";
    expect((await world.guest().auth.signUp({ email, password: PASSWORD })).error).toBeNull();
    const response = await world.call("/resend", { json: { type: "signup", email } });
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({
      error_code: "over_email_send_rate_limit",
      msg: expect.stringMatching(
        /^For security purposes, you can only request this after \d+ seconds\.$/,
      ),
    });
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(50);
    await world.code(email);
    const [again] = await Promise.allSettled([
      world.backend.mailbox.waitFor({ to: email, timeoutMs: 50 }),
    ]);
    expect(again?.status).toBe("rejected");
  });

  test("reset forgets the counts", async () => {
    await world.backend.reset();
    const response = await world.call("/verify", {
      json: { type: "email", email: "a@example.test", token: "000000" },
    });
    expect(response.status).toBe(403);
  });
});

describe("email_sent", () => {
  test("counts over all users once SMTP is enabled", async () => {
    const limited = await createAuthWorld({
      auth: { rate_limit: { email_sent: 1 }, email: { smtp: { enabled: true } } },
    });
    try {
      const { auth } = limited.guest();
      expect((await auth.signInWithOtp({ email: "one@example.test" })).error).toBeNull();
      const second = await auth.signInWithOtp({ email: "two@example.test" });
      expect(second.error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
    } finally {
      await limited.stop();
    }
  });
});

describe("shapes", () => {
  const bad = { type: "email", email: "a@example.test", token: "000000" };

  test("errors follow the API version that was asked for", async () => {
    const old = await world.call("/verify", { json: bad });
    expect(await old.json()).toEqual({
      code: 403,
      error_code: "otp_expired",
      msg: "Token has expired or is invalid",
    });
    expect(old.headers.get("x-supabase-api-version")).toBeNull();
    const version = "2024-01-01";
    const fresh = await world.call("/verify", {
      json: bad,
      headers: { "x-supabase-api-version": version },
    });
    expect(await fresh.json()).toEqual({
      code: "otp_expired",
      message: "Token has expired or is invalid",
    });
    expect(fresh.headers.get("x-supabase-api-version")).toBe(version);
  });

  test("weak_password carries its reasons in both", async () => {
    const json = { email: "w@example.test", password: "x" };
    const old = await (await world.call("/signup", { json })).json();
    expect(old).toMatchObject({ code: 422, weak_password: { reasons: ["length"] } });
  });

  test("a body that is not JSON is bad_json", async () => {
    const response = await world.call("/otp", { method: "POST", body: "{" });
    expect([response.status, response.headers.get("x-sb-error-code")]).toEqual([400, "bad_json"]);
  });

  test("settings, health and keys are open to the publishable key", async () => {
    const settings = await (await world.call("/settings")).json();
    expect(settings).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
    });
    expect((await world.call("/health")).status).toBe(200);
    const response = await world.call("/.well-known/jwks.json");
    const jwks = (await response.json()) as JSONWebKeySet;
    expect(jwks.keys[0]).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256" });
    expect(jwks.keys[0]).not.toHaveProperty("d");
  });

  test.each([
    ["/authorize?provider=github", "oauth_provider_not_supported"],
    ["/sso", "saml_provider_disabled"],
    ["/user/identities/authorize?provider=github", "manual_linking_disabled"],
    ["/passkeys", "feature_disabled"],
    ["/nothing", "not_found"],
  ])("%s is refused as %s", async (path, name) => {
    const response = await world.call(path);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.headers.get("x-sb-error-code")).toBe(name);
  });
});
