import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthWorld, claimsOf, createAuthWorld, PASSWORD } from "./auth-people.ts";
import { createClock } from "./clock.ts";

const clock = createClock();
let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld({ auth: { enable_anonymous_sign_ins: true } }, clock);
});
afterAll(() => world.stop());

const code = (status: number, name: string) => expect.objectContaining({ status, code: name });
const SOME_ID = "00000000-0000-4000-8000-000000000000";

test("makes an anonymous user permanent after the user confirms an email address, and only then accepts a password", async () => {
  const client = world.guest();
  const { data } = await client.auth.signInAnonymously();
  expect(await claimsOf(client)).toMatchObject({ is_anonymous: true, email: "" });
  const bare = await client.auth.updateUser({ password: PASSWORD });
  expect(bare.error).toEqual(code(422, "validation_failed"));
  const email = "permanent@example.test";
  const asked = await client.auth.updateUser({ email });
  expect(asked.data.user).toMatchObject({ email: "", new_email: email, is_anonymous: true });
  const token = await world.code(email);
  const verified = await client.auth.verifyOtp({ email, token, type: "email_change" });
  expect(verified.data.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false });
  expect(verified.data.user?.identities).toMatchObject([{ provider: "email", email }]);
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  const byPassword = await world.guest().auth.signInWithPassword({ email, password: PASSWORD });
  expect(byPassword.data.user?.id).toBe(data.user?.id);
});

test("refuses an anonymous user who enrolls, challenges, verifies or unenrolls a second factor", async () => {
  const client = world.guest();
  await client.auth.signInAnonymously();
  const refused = code(403, "no_authorization");
  const factor = { factorId: SOME_ID };
  expect((await client.auth.mfa.enroll({ factorType: "totp" })).error).toEqual(refused);
  expect((await client.auth.mfa.challenge(factor)).error).toEqual(refused);
  expect((await client.auth.mfa.unenroll(factor)).error).toEqual(refused);
  const answer = { ...factor, challengeId: SOME_ID, code: "123456" };
  expect((await client.auth.mfa.verify(answer)).error).toEqual(refused);
});

test("refuses to send a nonce to an anonymous user, who has no email address", async () => {
  const client = world.guest();
  await client.auth.signInAnonymously();
  expect((await client.auth.reauthenticate()).error).toEqual(code(400, "validation_failed"));
});

test("allows all anonymous sign-ins of an hour in one burst if the hourly limit is below 30", async () => {
  const auth = { enable_anonymous_sign_ins: true, rate_limit: { anonymous_users: 2 } };
  const limited = await createAuthWorld({ auth }, clock);
  const signIn = async () => (await limited.call("/signup", { json: {} })).status;
  try {
    expect([await signIn(), await signIn(), await signIn()]).toEqual([200, 200, 429]);
    clock.advance(1800);
    expect([await signIn(), await signIn()]).toEqual([200, 429]);
  } finally {
    await limited.stop();
  }
});

test("allows 30 anonymous sign-ins per hour and IP address, and one more after two minutes", async () => {
  clock.advance(3600);
  const { auth } = world.guest();
  for (let index = 0; index < 30; index++) {
    expect((await auth.signInAnonymously()).error).toBeNull();
  }
  const refused = await world.call("/signup", { json: {} });
  expect([refused.status, refused.headers.get("x-sb-error-code")]).toEqual([
    429,
    "over_request_rate_limit",
  ]);
  expect(refused.headers.get("retry-after")).toBeNull();
  clock.advance(119);
  expect((await auth.signInAnonymously()).error).toEqual(code(429, "over_request_rate_limit"));
  clock.advance(1);
  expect((await auth.signInAnonymously()).error).toBeNull();
});
