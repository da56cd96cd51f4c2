import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthWorld, claimsOf, createAuthWorld, PASSWORD } from "./auth-people.ts";

let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld();
});
afterAll(() => world.stop());

const code = (status: number, name: string) => expect.objectContaining({ status, code: name });

describe("Auth with confirmations enabled", () => {
  test("returns an unconfirmed user without a session, and signs the user in with the emailed code", async () => {
    const client = world.guest();
    const email = "Ada@Example.test";
    const signedUp = await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { name: "Ada" } },
    });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session).toBeNull();
    expect(signedUp.data.user).toMatchObject({
      email: "ada@example.test",
      role: "authenticated",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { name: "Ada", email_verified: false },
    });
    expect(signedUp.data.user?.identities).toHaveLength(1);
    expect(signedUp.data.user?.email_confirmed_at).toBeUndefined();

    const token = await world.code("ada@example.test");
    expect(token).toMatch(/^\d{6}$/);
    const verified = await client.auth.verifyOtp({ email, token, type: "email" });
    expect(verified.error).toBeNull();
    expect(verified.data.user?.email_confirmed_at).toEqual(expect.any(String));
    expect(verified.data.user?.user_metadata.email_verified).toBe(true);
    expect(verified.data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
  });

  test("issues an access token that the published keys verify, with session id, assurance level and method", async () => {
    const { client, id, email } = await world.signIn("claims");
    const { data } = await client.auth.getSession();
    const keys = createRemoteJWKSet(
      new URL(`${world.backend.urls.api}/auth/v1/.well-known/jwks.json`),
    );
    const { payload, protectedHeader } = await jwtVerify(data.session?.access_token ?? "", keys, {
      issuer: `${world.backend.urls.api}/auth/v1`,
      audience: "authenticated",
    });
    expect(protectedHeader).toMatchObject({ alg: "ES256", kid: expect.any(String) });
    expect(payload).toMatchObject({
      sub: id,
      email,
      role: "authenticated",
      aal: "aal1",
      is_anonymous: false,
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      amr: [{ method: "password", timestamp: expect.any(Number) }],
    });
    expect((await client.auth.getClaims()).error).toBeNull();
  });

  test("accepts a sign-up code once, and only for the email address that it was sent to", async () => {
    const email = "once@example.test";
    await world.guest().auth.signUp({ email, password: PASSWORD });
    const token = await world.code(email);
    const other = await world
      .guest()
      .auth.verifyOtp({ email: "other@example.test", token, type: "signup" });
    expect(other.error).toEqual(code(403, "otp_expired"));
    const first = await world.guest().auth.verifyOtp({ email, token, type: "signup" });
    expect(first.error).toBeNull();
    const second = await world.guest().auth.verifyOtp({ email, token, type: "signup" });
    expect(second.error).toEqual(code(403, "otp_expired"));
  });

  test("signs in only one of several callers who use the same code at the same time", async () => {
    const email = "race@example.test";
    await world.guest().auth.signUp({ email, password: PASSWORD });
    const token = await world.code(email);
    const results = await Promise.all(
      Array.from({ length: 6 }, () =>
        world.guest().auth.verifyOtp({ email, token, type: "email" }),
      ),
    );
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test("accepts only the newest of a user's sign-up codes", async () => {
    const email = "newest@example.test";
    await world.guest().auth.signUp({ email, password: PASSWORD });
    const older = await world.code(email);
    expect((await world.guest().auth.resend({ type: "signup", email })).error).toBeNull();
    const newer = await world.code(email);
    const stale = await world.guest().auth.verifyOtp({ email, token: older, type: "signup" });
    expect(stale.error).toEqual(code(403, "otp_expired"));
    const fresh = await world.guest().auth.verifyOtp({ email, token: newer, type: "signup" });
    expect(fresh.error).toBeNull();
  });

  test("refuses a code that is older than otp_expiry", async () => {
    const email = "late@example.test";
    await world.guest().auth.signUp({ email, password: PASSWORD });
    const token = await world.code(email);
    await world.database.query(
      "update auth.one_time_tokens set created_at = created_at - interval '3601 s' where relates_to = $1",
      [email],
    );
    const late = await world.guest().auth.verifyOtp({ email, token, type: "email" });
    expect(late.error).toEqual(code(403, "otp_expired"));
  });

  test("returns a made-up user instead of an error for an email address that is already registered", async () => {
    const { email, id } = await world.signIn("known");
    const again = await world.guest().auth.signUp({ email, password: "another password" });
    expect(again.error).toBeNull();
    expect(again.data.user?.identities).toEqual([]);
    expect(again.data.user?.id).not.toBe(id);
    const old = await world.guest().auth.signInWithPassword({ email, password: PASSWORD });
    expect(old.error).toBeNull();
  });

  test("sends another code to an unconfirmed email address on a second sign-up, and keeps the first password", async () => {
    const email = "twice@example.test";
    await world.guest().auth.signUp({ email, password: PASSWORD });
    await world.code(email);
    await world.guest().auth.signUp({ email, password: "the second password" });
    const token = await world.code(email);
    await world.guest().auth.verifyOtp({ email, token, type: "signup" });
    const second = await world
      .guest()
      .auth.signInWithPassword({ email, password: "the second password" });
    expect(second.error).toEqual(code(400, "invalid_credentials"));
    const first = await world.guest().auth.signInWithPassword({ email, password: PASSWORD });
    expect(first.error).toBeNull();
  });

  test("refuses weak and too long passwords, malformed email addresses, phone numbers and anonymous sign-ins", async () => {
    const { auth } = world.guest();
    const weak = await auth.signUp({ email: "weak@example.test", password: "short" });
    expect(weak.error).toMatchObject({ status: 422, code: "weak_password", reasons: ["length"] });
    const long = await auth.signUp({ email: "long@example.test", password: "x".repeat(73) });
    expect(long.error).toEqual(code(400, "validation_failed"));
    const malformed = await auth.signUp({ email: "no address", password: PASSWORD });
    expect(malformed.error).toEqual(code(400, "validation_failed"));
    const phone = await auth.signUp({ phone: "4912345678", password: PASSWORD });
    expect(phone.error).toEqual(code(400, "phone_provider_disabled"));
    const anonymous = await auth.signInAnonymously();
    expect(anonymous.error).toEqual(code(422, "anonymous_provider_disabled"));
  });
});

describe("Auth with other sign-up settings", () => {
  let open: AuthWorld;
  beforeAll(async () => {
    open = await createAuthWorld({
      auth: {
        enable_anonymous_sign_ins: true,
        password_requirements: "lower_upper_letters_digits",
        email: { enable_confirmations: false, otp_length: 8 },
      },
    });
  });
  afterAll(() => open.stop());

  test("signs a new user in if confirmations are disabled, and returns user_already_exists for a known email address", async () => {
    const client = open.guest();
    const credentials = { email: "direct@example.test", password: "Abcdef12" };
    const signedUp = await client.auth.signUp(credentials);
    expect(signedUp.data.session).not.toBeNull();
    expect(await claimsOf(client)).toMatchObject({ amr: [{ method: "password" }] });
    const again = await open.guest().auth.signUp(credentials);
    expect(again.error).toEqual(code(422, "user_already_exists"));
  });

  test("refuses a password that does not meet password_requirements", async () => {
    const plain = await open
      .guest()
      .auth.signUp({ email: "plain@example.test", password: "onlylower" });
    expect(plain.error).toMatchObject({ code: "weak_password", reasons: ["characters"] });
  });

  test("sends codes of otp_length digits", async () => {
    const email = "digits@example.test";
    await open.guest().auth.signInWithOtp({ email });
    expect(await open.code(email)).toMatch(/^\d{8}$/);
  });

  test("makes an anonymous user permanent when the user adds an email address", async () => {
    const client = open.guest();
    const { data } = await client.auth.signInAnonymously({ options: { data: { kind: "try" } } });
    expect(data.user).toMatchObject({ is_anonymous: true, user_metadata: { kind: "try" } });
    expect(await claimsOf(client)).toMatchObject({
      is_anonymous: true,
      amr: [{ method: "anonymous" }],
    });
    const email = "permanent@example.test";
    const named = await client.auth.updateUser({ email });
    expect(named.data.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false });
    expect(named.data.user?.identities).toMatchObject([{ provider: "email", email }]);
  });

  test("refuses a sign-up, and a code for a new or an unconfirmed user, if sign-ups are disabled", async () => {
    const closed = await createAuthWorld({ auth: { enable_signup: false } });
    try {
      const { auth } = closed.guest();
      const signUp = await auth.signUp({ email: "no@example.test", password: PASSWORD });
      expect(signUp.error).toEqual(code(422, "signup_disabled"));
      const otp = await auth.signInWithOtp({ email: "no@example.test" });
      expect(otp.error).toEqual(code(422, "signup_disabled"));
      const email = "unconfirmed@example.test";
      await closed.admin.auth.admin.createUser({ email });
      const again = await auth.signInWithOtp({ email });
      expect(again.error).toEqual(code(422, "signup_disabled"));
    } finally {
      await closed.stop();
    }
  });

  test("refuses sign-ups and sign-ins if the email provider is disabled", async () => {
    const closed = await createAuthWorld({ auth: { email: { enable_signup: false } } });
    try {
      const { auth } = closed.guest();
      const email = "known@example.test";
      await closed.admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
      const disabled = (status: number) => code(status, "email_provider_disabled");
      const other = { email: "new@example.test", password: PASSWORD };
      expect((await auth.signUp(other)).error).toEqual(disabled(400));
      const entered = await auth.signInWithPassword({ email, password: PASSWORD });
      expect(entered.error).toEqual(disabled(422));
      for (const options of [{}, { shouldCreateUser: false }]) {
        expect((await auth.signInWithOtp({ email, options })).error).toEqual(disabled(422));
      }
      expect((await auth.resetPasswordForEmail(email)).error).toEqual(disabled(400));
      expect((await auth.resend({ type: "signup", email })).error).toEqual(disabled(400));
      const stranger = { ...other, options: { shouldCreateUser: false } };
      expect((await auth.signInWithOtp(stranger)).error).toEqual(code(422, "otp_disabled"));
    } finally {
      await closed.stop();
    }
  });
});
