import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthWorld, claimsOf, createAuthWorld, PASSWORD } from "./auth-people.ts";

let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld({ auth: { email: { secure_password_change: true } } });
});
afterAll(() => world.stop());

const code = (status: number, name: string) => expect.objectContaining({ status, code: name });

describe("GET /user", () => {
  test("returns the user's identities, but no hashes or codes", async () => {
    const { client, email, id } = await world.signIn("reader");
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({
      id,
      email,
      phone: "",
      aud: "authenticated",
      role: "authenticated",
      is_anonymous: false,
      identities: [
        {
          id,
          user_id: id,
          provider: "email",
          email,
          identity_data: { sub: id, email, email_verified: false },
        },
      ],
    });
    expect(data.user?.identities?.[0]?.identity_id).not.toBe(id);
    expect(JSON.stringify(data.user)).not.toMatch(/encrypted|token|secret/);
  });

  test("refuses a malformed token, an API key instead of a user's token, and a deleted user's token", async () => {
    const open = await fetch(`${world.backend.urls.api}/auth/v1/user`, {
      headers: { apikey: world.backend.keys.publishable, authorization: "Bearer not.a.token" },
    });
    expect([open.status, open.headers.get("x-sb-error-code")]).toEqual([403, "bad_jwt"]);
    const byKey = await world.call("/user");
    expect([byKey.status, byKey.headers.get("x-sb-error-code")]).toEqual([403, "bad_jwt"]);
    const { client, id } = await world.signIn("deleted");
    await world.admin.auth.admin.deleteUser(id);
    expect((await client.auth.getUser()).error).toEqual(code(403, "user_not_found"));
  });
});

describe("PUT /user", () => {
  test("merges new user metadata into the old, and deletes a key whose new value is null", async () => {
    const { client } = await world.signIn("metadata");
    await client.auth.updateUser({ data: { a: 1, b: { c: 2 } } });
    const { data } = await client.auth.updateUser({ data: { a: null, d: "x" } });
    expect(data.user?.user_metadata).toMatchObject({ b: { c: 2 }, d: "x" });
    expect(data.user?.user_metadata).not.toHaveProperty("a");
  });

  test("refuses app_metadata, which only administrators may change", async () => {
    const { client } = await world.signIn("ambitious");
    const { data } = await client.auth.getSession();
    const response = await world.call("/user", {
      method: "PUT",
      headers: { authorization: `Bearer ${data.session?.access_token}` },
      json: { app_metadata: { role: "admin" } },
    });
    expect([response.status, response.headers.get("x-sb-error-code")]).toEqual([403, "not_admin"]);
  });

  test("ends the user's other sessions and invalidates emailed codes when the password changes", async () => {
    const { client, email } = await world.signIn("password-change");
    const other = world.guest();
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    await world.guest().auth.signInWithOtp({ email });
    const token = await world.code(email);
    const changed = await client.auth.updateUser({ password: "the next password" });
    expect(changed.error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    const { error } = await other.auth.getUser();
    expect(error?.name).toBe("AuthSessionMissingError");
    const byCode = await world.guest().auth.verifyOtp({ email, token, type: "email" });
    expect(byCode.error).toEqual(code(403, "otp_expired"));
  });

  test("refuses a weak password, the current password, another user's email address and a phone number", async () => {
    const { client } = await world.signIn("refused");
    const { email: taken } = await world.signIn("taken");
    const weak = await client.auth.updateUser({ password: "short" });
    expect(weak.error).toEqual(code(422, "weak_password"));
    const same = await client.auth.updateUser({ password: PASSWORD });
    expect(same.error).toEqual(code(422, "same_password"));
    const used = await client.auth.updateUser({ email: taken });
    expect(used.error).toEqual(code(422, "email_exists"));
    const phone = await client.auth.updateUser({ phone: "4912345678" });
    expect(phone.error).toEqual(code(400, "phone_provider_disabled"));
  });

  test("requires the emailed nonce for a session older than a day if secure_password_change is true", async () => {
    const { client, email } = await world.signIn("nonce");
    const { session_id: sessionId } = await claimsOf(client);
    await world.database.query(
      "update auth.sessions set created_at = created_at - interval '25 hours' where id = $1",
      [sessionId],
    );
    const password = "changed with a nonce";
    const without = await client.auth.updateUser({ password });
    expect(without.error).toEqual(code(400, "reauthentication_needed"));
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const nonce = await world.code(email);
    const wrong = await client.auth.updateUser({ password, nonce: "000000x" });
    expect(wrong.error).toEqual(code(422, "reauthentication_not_valid"));
    const right = await client.auth.updateUser({ password, nonce });
    expect(right.error).toBeNull();
  });

  test("accepts the nonce for a password change if the user has signed in by an emailed code since then", async () => {
    const { client, email } = await world.signIn("nonce-kept");
    await client.auth.reauthenticate();
    const nonce = await world.code(email);
    const device = world.guest();
    await device.auth.signInWithOtp({ email });
    const token = await world.code(email);
    expect((await device.auth.verifyOtp({ email, token, type: "email" })).error).toBeNull();
    await world.database.query(
      "update auth.sessions set created_at = created_at - interval '25 hours'",
    );
    const changed = await client.auth.updateUser({ password: "changed after a sign-in", nonce });
    expect(changed.error).toBeNull();
  });
});

describe("Auth with a pending change of the email address", () => {
  test("keeps the old email address until the codes of both addresses have been used", async () => {
    const { client, email, id } = await world.signIn("mover");
    const next = "moved@example.test";
    const asked = await client.auth.updateUser({ email: next });
    expect(asked.data.user).toMatchObject({ email, new_email: next });
    const [fromOld, fromNew] = [await world.code(email), await world.code(next)];
    const first = await client.auth.verifyOtp({ email, token: fromOld, type: "email_change" });
    expect(first.error).toBeNull();
    expect(first.data).toEqual({ session: null, user: null });
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    const second = await client.auth.verifyOtp({
      email: next,
      token: fromNew,
      type: "email_change",
    });
    expect(second.data.user).toMatchObject({ id, email: next });
    expect(second.data.user?.new_email).toBeUndefined();
    expect(second.data.user?.identities?.[0]?.identity_data?.email).toBe(next);
    const byOld = await world.guest().auth.signInWithPassword({ email, password: PASSWORD });
    expect(byOld.error).toEqual(code(400, "invalid_credentials"));
  });

  test("keeps the old email address if the code of the new address is used twice", async () => {
    const { client, email } = await world.signIn("cheat");
    const next = "cheat-next@example.test";
    await client.auth.updateUser({ email: next });
    const token = await world.code(next);
    const proof = { email: next, token, type: "email_change" } as const;
    expect((await client.auth.verifyOtp(proof)).error).toBeNull();
    expect((await client.auth.verifyOtp(proof)).error).toEqual(code(403, "otp_expired"));
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
  });

  test.each(["before either code is used", "after one of the two codes is used"])(
    "refuses the codes of a pending change after the user signs in with another emailed code (%s)",
    async (moment) => {
      const name = moment.startsWith("before") ? "signed-in-first" : "signed-in-between";
      const { client, email } = await world.signIn(name);
      const next = `${name}-next@example.test`;
      await client.auth.updateUser({ email: next });
      const [fromOld, fromNew] = [await world.code(email), await world.code(next)];
      if (moment.startsWith("after")) {
        await client.auth.verifyOtp({ email, token: fromOld, type: "email_change" });
      }
      const device = world.guest();
      await device.auth.signInWithOtp({ email });
      const token = await world.code(email);
      expect((await device.auth.verifyOtp({ email, token, type: "email" })).error).toBeNull();
      const late = await client.auth.verifyOtp({
        email: next,
        token: fromNew,
        type: "email_change",
      });
      expect(late.error).toEqual(code(403, "otp_expired"));
      expect((await client.auth.getUser()).data.user?.email).toBe(email);
    },
  );

  test("sends a new code for a pending email change when the client calls resend()", async () => {
    const { client, email } = await world.signIn("resender");
    const next = "resent@example.test";
    await client.auth.updateUser({ email: next });
    const older = await world.code(next);
    expect((await client.auth.resend({ type: "email_change", email })).error).toBeNull();
    expect(await world.code(next)).not.toBe(older);
  });
});

describe("a sign-out", () => {
  test("ends only the sessions of the requested scope: others, local or global", async () => {
    const { client, email } = await world.signIn("leaver");
    const others = [world.guest(), world.guest()] as const;
    for (const other of others) await other.auth.signInWithPassword({ email, password: PASSWORD });
    const isIn = async (one: typeof client) => (await one.auth.getUser()).error === null;

    await others[0].auth.signOut({ scope: "local" });
    expect([await isIn(client), await isIn(others[1])]).toEqual([true, true]);
    expect((await client.auth.signOut({ scope: "others" })).error).toBeNull();
    expect([await isIn(client), await isIn(others[1])]).toEqual([true, false]);

    await others[0].auth.signInWithPassword({ email, password: PASSWORD });
    await client.auth.signOut();
    expect(await isIn(others[0])).toBe(false);
  });

  test("refuses an unknown sign-out scope", async () => {
    const { client } = await world.signIn("scope");
    const { data } = await client.auth.getSession();
    const response = await world.call("/logout?scope=world", {
      method: "POST",
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    });
    expect(response.status).toBe(400);
    expect((await client.auth.getUser()).error).toBeNull();
  });
});
