import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthWorld, createAuthWorld, fragmentOf, PASSWORD } from "./auth-people.ts";

let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld();
});
afterAll(() => world.stop());

const code = (status: number, name: string) => expect.objectContaining({ status, code: name });
const admin = () => world.admin.auth.admin;

describe("users", () => {
  test("creates, reads, changes and deletes a user", async () => {
    const created = await admin().createUser({
      email: "Managed@Example.test",
      password: PASSWORD,
      user_metadata: { name: "M" },
      app_metadata: { plan: "x" },
    });
    expect(created.data.user).toMatchObject({
      email: "managed@example.test",
      app_metadata: { provider: "email", plan: "x" },
      user_metadata: { name: "M" },
    });
    expect(created.data.user?.email_confirmed_at).toBeUndefined();
    const id = created.data.user?.id ?? "";
    const changed = await admin().updateUserById(id, {
      email: "renamed@example.test",
      email_confirm: true,
      app_metadata: { plan: null, seats: 2 },
    });
    expect(changed.data.user).toMatchObject({
      email: "renamed@example.test",
      email_confirmed_at: expect.any(String),
      app_metadata: { seats: 2 },
    });
    const signedIn = await world
      .guest()
      .auth.signInWithPassword({ email: "renamed@example.test", password: PASSWORD });
    expect(signedIn.error).toBeNull();
    expect((await admin().getUserById(id)).data.user?.email).toBe("renamed@example.test");
    expect((await admin().deleteUser(id)).error).toBeNull();
    expect((await admin().getUserById(id)).error).toEqual(code(404, "user_not_found"));
  });

  test("ends every session of a user when an administrator sets a password", async () => {
    const { client, email, id } = await world.signIn("reset-by-admin");
    const password = "set by an administrator";
    expect((await admin().updateUserById(id, { password })).error).toBeNull();
    expect((await client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    const again = await world.guest().auth.signInWithPassword({ email, password });
    expect(again.error).toBeNull();
  });

  test("keeps a user's id after a soft delete, but deletes the address and the sessions", async () => {
    const { client, email, id } = await world.signIn("soft");
    await admin().deleteUser(id, true);
    const { data } = await admin().getUserById(id);
    expect(data.user).toMatchObject({ id, deleted_at: expect.any(String) });
    expect(data.user?.email).not.toBe(email);
    expect((await client.auth.getUser()).error).not.toBeNull();
    expect((await admin().createUser({ email })).error).toBeNull();
  });

  test("lists users in pages with a total, and filters them by address", async () => {
    for (const name of ["list-a", "list-b", "list-c"]) {
      await admin().createUser({ email: `${name}@example.test` });
    }
    const { data } = await admin().listUsers({ page: 1, perPage: 2 });
    expect(data.users.map(({ email }) => email)).toEqual([
      "list-c@example.test",
      "list-b@example.test",
    ]);
    expect(data).toMatchObject({ aud: "authenticated", nextPage: 2, total: expect.any(Number) });
    const filtered = await world.call("/admin/users?filter=LIST-B@", {
      headers: { apikey: world.backend.keys.secret },
    });
    const { users } = (await filtered.json()) as { users: { email: string }[] };
    expect(users.map(({ email }) => email)).toEqual(["list-b@example.test"]);
    expect(filtered.headers.get("x-total-count")).toBe("1");
  });

  test("refuses a new user with a taken address, an invalid id or a phone number", async () => {
    const { email } = await world.signIn("unique");
    const { id } = await world.signIn("unique-too");
    expect((await admin().createUser({ email })).error).toEqual(code(422, "email_exists"));
    const moved = await admin().updateUserById(id, { email });
    expect(moved.error).toEqual(code(422, "email_exists"));
    const phone = await admin().createUser({ phone: "4912345678" });
    expect(phone.error).toEqual(code(400, "phone_provider_disabled"));
    const odd = await world.call("/admin/users/not-an-id", {
      headers: { apikey: world.backend.keys.secret },
    });
    expect([odd.status, odd.headers.get("x-sb-error-code")]).toEqual([404, "validation_failed"]);
    const nul = await admin().createUser({ email: "nul@example.test", user_metadata: { a: "\0" } });
    expect(nul.error).toEqual(code(400, "validation_failed"));
  });

  test("creates one user when two requests use the same address at the same time", async () => {
    const results = await Promise.all(
      [1, 2, 3].map(() => admin().createUser({ email: "both@example.test" })),
    );
    const refused = results.filter(({ error }) => error !== null);
    expect(refused).toHaveLength(2);
    for (const { error } of refused) expect(error).toEqual(code(422, "email_exists"));
  });

  test("lets only the service role manage users, not the publishable key or a user", async () => {
    const { client } = await world.signIn("not-admin");
    const { data } = await client.auth.getSession();
    const tokens = [undefined, data.session?.access_token];
    for (const token of tokens) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      for (const path of ["/admin/users", "/admin/users/x/factors"]) {
        const response = await world.call(path, { headers });
        expect([response.status, response.headers.get("x-sb-error-code")]).toEqual([
          403,
          "not_admin",
        ]);
      }
      for (const path of ["/invite", "/admin/generate_link", "/admin/users"]) {
        const response = await world.call(path, { headers, json: { email: "a@example.test" } });
        expect(response.headers.get("x-sb-error-code")).toBe("not_admin");
      }
    }
  });
});

describe("generate_link and invite", () => {
  test("creates the user of a magic link for an unknown address, with a working code and link", async () => {
    const email = "linked@example.test";
    const { data } = await admin().generateLink({
      type: "magiclink",
      email,
      options: { redirectTo: "http://127.0.0.1:3000/welcome" },
    });
    expect(data.user).toMatchObject({ email });
    expect(data.properties).toMatchObject({
      verification_type: "signup",
      redirect_to: "http://127.0.0.1:3000/welcome",
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
    });
    const token = data.properties?.email_otp ?? "";
    const verified = await world.guest().auth.verifyOtp({ email, token, type: "email" });
    expect(verified.data.user?.id).toBe(data.user?.id);

    const second = await admin().generateLink({ type: "magiclink", email });
    const response = await fetch(second.data.properties?.action_link ?? "", {
      redirect: "manual",
    });
    expect(response.status).toBe(303);
    expect(fragmentOf(response).get("access_token")).toEqual(expect.any(String));
  });

  test("generates links for a sign-up, for a recovery and for both addresses of a change", async () => {
    const signup = await admin().generateLink({
      type: "signup",
      email: "link-signup@example.test",
      password: PASSWORD,
    });
    const byHash = await world.guest().auth.verifyOtp({
      type: "signup",
      token_hash: signup.data.properties?.hashed_token ?? "",
    });
    expect(byHash.data.user?.email).toBe("link-signup@example.test");

    const { email } = await world.signIn("link-change");
    const newEmail = "link-changed@example.test";
    const link = async (type: "email_change_current" | "email_change_new") =>
      (await admin().generateLink({ type, email, newEmail })).data.properties;
    const current = (await link("email_change_current"))?.hashed_token ?? "";
    const next = await link("email_change_new");
    const { auth } = world.guest();
    await auth.verifyOtp({ type: "email_change", token_hash: current });
    // As on hosted Supabase, the link to the new address verifies nothing. Only its code does.
    const token_hash = next?.hashed_token ?? "";
    expect((await auth.verifyOtp({ type: "email_change", token_hash })).error).toEqual(
      code(403, "otp_expired"),
    );
    const token = next?.email_otp ?? "";
    const done = await auth.verifyOtp({ type: "email_change", email: newEmail, token });
    expect(done.data.user?.email).toBe(newEmail);
  });

  test("emails an invited user a code that signs the user in", async () => {
    const email = "invited@example.test";
    const { data } = await admin().inviteUserByEmail(email, { data: { firm: "F" } });
    expect(data.user).toMatchObject({
      invited_at: expect.any(String),
      user_metadata: { firm: "F" },
    });
    const token = await world.code(email);
    const verified = await world.guest().auth.verifyOtp({ email, token, type: "invite" });
    expect(verified.error).toBeNull();
    expect((await admin().inviteUserByEmail(email)).error).toEqual(code(422, "email_exists"));
  });

  test("refuses a recovery link for an unknown address and a sign-up link for a known one", async () => {
    const { email } = await world.signIn("link-known");
    const unknown = await admin().generateLink({ type: "recovery", email: "u@example.test" });
    expect(unknown.error).toEqual(code(404, "user_not_found"));
    const known = await admin().generateLink({ type: "signup", email, password: PASSWORD });
    expect(known.error).toEqual(code(422, "email_exists"));
  });
});
