import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthWorld, claimsOf, createAuthWorld, PASSWORD } from "./auth-people.ts";

let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld();
});
afterAll(() => world.stop());

const code = (status: number, name: string) => expect.objectContaining({ status, code: name });

describe("Auth with passwords", () => {
  test("refuses a wrong password, an unknown email address and an unconfirmed address", async () => {
    const { email } = await world.signIn("password");
    const { auth } = world.guest();
    const wrong = await auth.signInWithPassword({ email, password: "wrong password" });
    expect(wrong.error).toEqual(code(400, "invalid_credentials"));
    const unknown = await auth.signInWithPassword({
      email: "nobody@example.test",
      password: PASSWORD,
    });
    expect(unknown.error).toEqual(code(400, "invalid_credentials"));
    await auth.signUp({ email: "unconfirmed@example.test", password: PASSWORD });
    const unconfirmed = await auth.signInWithPassword({
      email: "unconfirmed@example.test",
      password: PASSWORD,
    });
    expect(unconfirmed.error).toEqual(code(400, "email_not_confirmed"));
  });

  test("accepts a password hash that an SQL insert created with pgcrypto", async () => {
    const id = "99999999-9999-4999-8999-999999999999";
    await world.database.query(
      `insert into auth.users (instance_id, id, aud, role, email, encrypted_password,
         email_confirmed_at, confirmation_token, recovery_token, email_change_token_new,
         email_change, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
       values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated',
         'seeded@example.test', extensions.crypt($2, extensions.gen_salt('bf')), now(),
         '', '', '', '', '{"provider":"email","providers":["email"]}', '{}', now(), now())`,
      [id, PASSWORD],
    );
    const { data, error } = await world
      .guest()
      .auth.signInWithPassword({ email: "seeded@example.test", password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
  });

  test("rejects an SQL insert of a user without a confirmation_token", async () => {
    const insert = world.database.query(
      "insert into auth.users (id, email) values (gen_random_uuid(), 'null@example.test')",
    );
    await expect(insert).rejects.toThrow(/confirmation_token/);
  });
});

describe("Auth with one-time codes", () => {
  test("creates a user for an unknown email address, and the code confirms the address", async () => {
    const client = world.guest();
    const email = "contact@example.test";
    const asked = await client.auth.signInWithOtp({ email, options: { data: { kind: "c" } } });
    expect(asked).toMatchObject({ error: null, data: { user: null, session: null } });
    const token = await world.code(email);
    const { data, error } = await client.auth.verifyOtp({ email, token, type: "email" });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ kind: "c", email_verified: true });
    expect(await claimsOf(client)).toMatchObject({ amr: [{ method: "otp" }] });
  });

  test("does not create a user if create_user is false", async () => {
    const email = "stranger@example.test";
    const asked = await world
      .guest()
      .auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(asked.error).toEqual(code(422, "otp_disabled"));
    const { rows } = await world.database.query("select id from auth.users where email = $1", [
      email,
    ]);
    expect(rows).toEqual([]);
  });

  test("signs a confirmed user in with a code of the type email or magiclink", async () => {
    const { email, id } = await world.signIn("codes");
    for (const type of ["email", "magiclink"] as const) {
      const client = world.guest();
      await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
      const token = await world.code(email);
      const { data } = await client.auth.verifyOtp({ email, token, type });
      expect(data.user?.id).toBe(id);
    }
  });

  test("signs in an account that an administrator created without a password, but not with an empty password", async () => {
    const email = "invited-contact@example.test";
    const created = await world.admin.auth.admin.createUser({ email, email_confirm: true });
    expect(created.error).toBeNull();
    const client = world.guest();
    await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const token = await world.code(email);
    const { data } = await client.auth.verifyOtp({ email, token, type: "email" });
    expect(data.user?.id).toBe(created.data.user?.id);
    const empty = await world.guest().auth.signInWithPassword({ email, password: "" });
    expect(empty.error).toEqual(code(400, "invalid_credentials"));
  });

  test("refuses the code, the password and the existing tokens of a banned user", async () => {
    const { client, email, id } = await world.signIn("banned");
    await world.guest().auth.signInWithOtp({ email });
    const token = await world.code(email);
    await world.admin.auth.admin.updateUserById(id, { ban_duration: "1h" });
    const byCode = await world.guest().auth.verifyOtp({ email, token, type: "email" });
    expect(byCode.error).toEqual(code(403, "user_banned"));
    const byPassword = await world.guest().auth.signInWithPassword({ email, password: PASSWORD });
    expect(byPassword.error).toEqual(code(400, "user_banned"));
    expect((await client.auth.getUser()).error).toEqual(code(403, "user_banned"));
    expect((await client.auth.refreshSession()).error).toEqual(code(400, "user_banned"));
    await world.admin.auth.admin.updateUserById(id, { ban_duration: "none" });
    expect((await client.auth.getUser()).error).toBeNull();
  });

  test("refuses to verify an unknown type, a missing code or email address, or a hash together with an address", async () => {
    for (const type of ["sms", "toString"]) {
      const json = { type, email: "a@example.test", token: "123456" };
      const response = await world.call("/verify", { json });
      expect(response.status).toBe(403);
      expect(response.headers.get("x-sb-error-code")).toBe("otp_expired");
    }
    const cases = [
      { type: "email", email: "a@example.test" },
      { type: "email", token: "123456" },
      { type: "email", email: "a@example.test", token_hash: "abc" },
    ];
    for (const json of cases) {
      const response = await world.call("/verify", { json });
      expect(response.status).toBe(400);
      expect(response.headers.get("x-sb-error-code")).toBe("validation_failed");
    }
  });

  test("stores codes only as hashes", async () => {
    const email = "hashed@example.test";
    await world.guest().auth.signInWithOtp({ email });
    const token = await world.code(email);
    const { rows } = await world.database.query(
      "select token_hash from auth.one_time_tokens where relates_to = $1",
      [email],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].token_hash).toMatch(/^[0-9a-f]{56}$/);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("Auth with recovery codes", () => {
  test("signs a user in with a recovery code, and lets the user replace the password", async () => {
    const { email } = await world.signIn("forgetful");
    const client = world.guest();
    expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
    const token = await world.code(email);
    await client.auth.verifyOtp({ email, token, type: "recovery" });
    const changed = await client.auth.updateUser({ password: "a brand new password" });
    expect(changed.error).toBeNull();
    const old = await world.guest().auth.signInWithPassword({ email, password: PASSWORD });
    expect(old.error).toEqual(code(400, "invalid_credentials"));
  });

  test("returns no error if a client requests a recovery or another sign-up code for an unknown address, and refuses an unknown type", async () => {
    const { auth } = world.guest();
    expect((await auth.resetPasswordForEmail("unknown@example.test")).error).toBeNull();
    const resent = await auth.resend({ type: "signup", email: "unknown@example.test" });
    expect(resent.error).toBeNull();
    const odd = await world.call("/resend", { json: { type: "odd", email: "a@example.test" } });
    expect(odd.status).toBe(400);
  });
});
