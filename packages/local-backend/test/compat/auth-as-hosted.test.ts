import { hash } from "@node-rs/argon2";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthWorld, claimsOf, createAuthWorld, PASSWORD } from "./auth-people.ts";
import { createClock } from "./clock.ts";

const clock = createClock();
let world: AuthWorld;
let open: AuthWorld;

beforeAll(async () => {
  const config = { auth: { additional_redirect_urls: ["https://app.example.com/**"] } };
  world = await createAuthWorld(config, clock);
  open = await createAuthWorld({ auth: { email: { enable_confirmations: false } } }, clock);
});
afterAll(async () => {
  await world.stop();
  await open.stop();
});

test("returns sessions to aal1 when an administrator deletes the factor that raised them to aal2", async () => {
  const { client, id } = await world.signIn("lost-phone");
  const { data: factor } = await client.auth.mfa.enroll({ factorType: "totp" });
  const secret = Secret.fromBase32(factor?.totp.secret ?? "");
  const code = ` ${new TOTP({ secret }).generate({ timestamp: clock.now() })} `;
  const factorId = factor?.id ?? "";
  const raised = await client.auth.mfa.challengeAndVerify({ factorId, code });
  expect(raised.error).toBeNull();
  expect(await claimsOf(client)).toMatchObject({ aal: "aal2" });
  const deleted = await world.call(`/admin/users/${id}/factors/${factorId}`, {
    method: "DELETE",
    headers: { apikey: world.backend.keys.secret },
  });
  const shown = { id: factorId, factor_type: "totp", status: "verified" };
  expect(await deleted.json()).toMatchObject(shown);
  await client.auth.refreshSession();
  const claims = await claimsOf(client);
  expect(claims).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
});

test("refuses an empty password as too weak", async () => {
  const { client } = await world.signIn("empty");
  const { error } = await client.auth.updateUser({ password: "" });
  expect(error).toMatchObject({ status: 422, code: "weak_password" });
});

test("returns invalid_credentials to a sign-in and validation_failed to a sign-up if the email address has spaces around it", async () => {
  await world.signIn("spaced");
  const credentials = { email: " spaced@example.test ", password: PASSWORD };
  const signedIn = await world.call("/token?grant_type=password", { json: credentials });
  expect(signedIn.headers.get("x-sb-error-code")).toBe("invalid_credentials");
  const signedUp = await world.call("/signup", { json: credentials });
  expect(signedUp.headers.get("x-sb-error-code")).toBe("validation_failed");
});

test("adds no fields to the metadata of a user whom an administrator creates, but stores a sign-up's metadata in the identity", async () => {
  const { data } = await world.admin.auth.admin.createUser({
    email: "given@example.test",
    user_metadata: { name: "x" },
  });
  expect(data.user?.user_metadata).toEqual({ name: "x" });
  const { data: signedUp } = await world.guest().auth.signUp({
    email: "by-herself@example.test",
    password: PASSWORD,
    options: { data: { name: "x" } },
  });
  expect(signedUp.user?.identities?.[0]?.identity_data).toMatchObject({ name: "x" });
});

test("signs a user in with an imported Argon2 hash", async () => {
  const email = "imported@example.test";
  const password_hash = await hash(PASSWORD);
  const created = await world.admin.auth.admin.createUser({
    email,
    email_confirm: true,
    password_hash,
  });
  expect(created.error).toBeNull();
  const right = await world.guest().auth.signInWithPassword({ email, password: PASSWORD });
  expect(right.error).toBeNull();
  const wrong = await world.guest().auth.signInWithPassword({ email, password: `${PASSWORD}!` });
  expect(wrong.error).toMatchObject({ code: "invalid_credentials" });
});

test("returns null as the user_metadata of a user created with a password hash and no metadata, but stores an empty object", async () => {
  const { admin } = world.admin.auth;
  const email = "bare@example.test";
  const created = await admin.createUser({ email, password_hash: await hash(PASSWORD) });
  expect(created.data.user?.user_metadata).toBeNull();
  const found = await admin.getUserById(created.data.user?.id ?? "");
  expect(found.data.user?.user_metadata).toEqual({});
  const plain = await admin.createUser({ email: "plain@example.test", password: PASSWORD });
  expect(plain.data.user?.user_metadata).toEqual({});
});

test("changes an email address with one code if confirmations are disabled", async () => {
  const { client } = await open.signIn("mover");
  const email = "moved@example.test";
  await client.auth.updateUser({ email });
  const token = await open.code(email);
  const { data } = await client.auth.verifyOtp({ type: "email_change", email, token });
  expect(data.user?.email).toBe(email);
  expect(data.session).not.toBeNull();
});

test("if confirmations are disabled, confirms the email address of an existing user who requests a code", async () => {
  const email = "known-unconfirmed@example.test";
  await open.admin.auth.admin.createUser({ email });
  expect((await open.guest().auth.signInWithOtp({ email })).error).toBeNull();
  const { rows } = await open.database.query(
    `select email_confirmed_at is not null as is_confirmed, confirmation_sent_at, recovery_token
     from auth.users where email = $1`,
    [email],
  );
  expect(rows[0]).toMatchObject({ is_confirmed: true, confirmation_sent_at: null });
});

test("does not mark the identity of an existing user as verified when a code request confirms the email address", async () => {
  const email = "unverified-identity@example.test";
  await open.admin.auth.admin.createUser({ email });
  await open.guest().auth.signInWithOtp({ email });
  const { rows } = await open.database.query(
    `select i.identity_data -> 'email_verified' as is_verified, u.email_confirmed_at is not null as is_confirmed
     from auth.identities as i join auth.users as u on u.id = i.user_id where u.email = $1`,
    [email],
  );
  expect(rows).toEqual([{ is_verified: false, is_confirmed: true }]);
});

test("redirects an invalid link to redirect_to, and keeps the query of redirect_to", async () => {
  const target = encodeURIComponent("https://app.example.com/cb?next=/x");
  const follow = async (token: string) => {
    const path = `/verify?type=signup&token=${token}&redirect_to=${target}`;
    return new URL((await world.call(path)).headers.get("location") ?? "");
  };
  const implicit = await follow("dead");
  expect(implicit.search).toBe("?next=/x");
  expect(implicit.hash).toContain("error_code=otp_expired");
  const pkce = await follow("pkce_dead");
  expect(pkce.searchParams.get("next")).toBe("/x");
  expect(pkce.searchParams.get("error_code")).toBe("otp_expired");
});

test("redirects an emailed link to the page that requested the email if the request has no redirect_to and the page is allowed", async () => {
  const { email } = await world.signIn("visitor");
  const ask = async (path: string, referer: string) => {
    await world.call(path, { json: { email }, headers: { referer } });
    return new URL(await world.link(email)).searchParams.get("redirect_to");
  };
  const page = "https://app.example.com/login?x=1";
  expect(await ask("/otp", page)).toBe(page);
  expect(await ask("/otp", "https://elsewhere.example/")).toBe("http://127.0.0.1:3000");
  const named = "https://app.example.com/named";
  expect(await ask(`/otp?redirect_to=${encodeURIComponent(named)}`, page)).toBe(named);
});

test("replaces a lone surrogate in metadata with the replacement character", async () => {
  const body = `{"email":"half@example.test","password":"${PASSWORD}","data":{"a":"\\ud800","b":"\\ud83d\\ude00"}}`;
  const response = await world.call("/signup", { method: "POST", body });
  expect(await response.json()).toMatchObject({ user_metadata: { a: "\ufffd", b: "\u{1f600}" } });
});

test("Auth refuses a body above 1 MiB with the error code of hosted Supabase", async () => {
  const response = await world.call("/otp", { json: { email: "x".repeat(1024 * 1024) } });
  expect(response.status).toBe(413);
  expect(response.headers.get("x-sb-error-code")).toBe("request_entity_too_large");
});

test("lists and searches the audit log for administrators, and refuses an unknown search scope and other callers", async () => {
  await world.signIn("audited");
  const headers = { apikey: world.backend.keys.secret };
  const response = await world.call("/admin/audit?query=action:login&per_page=1", { headers });
  expect(await response.json()).toMatchObject([{ payload: { action: "login" } }]);
  expect(Number(response.headers.get("x-total-count"))).toBeGreaterThan(0);
  const wrong = await world.call("/admin/audit?query=nothing:x", { headers });
  expect(wrong.headers.get("x-sb-error-code")).toBe("validation_failed");
  expect((await world.call("/admin/audit")).headers.get("x-sb-error-code")).toBe("not_admin");
});
