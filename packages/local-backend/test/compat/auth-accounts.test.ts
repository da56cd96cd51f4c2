import type { SupabaseClient } from "@supabase/supabase-js";
import { exportSPKI, importJWK, type JWK, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthWorld, claimsOf, createAuthWorld, PASSWORD } from "./auth-people.ts";
import { createClock } from "./clock.ts";

const clock = createClock();
let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld({ auth: { email: { double_confirm_changes: false } } }, clock);
});
afterAll(() => world.stop());

const code = (status: number, name: string) => expect.objectContaining({ status, code: name });
const admin = () => world.admin.auth.admin;

async function tokenOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? "";
}

async function present(token: string): Promise<[auth: number, rest: number]> {
  const headers = {
    apikey: world.backend.keys.publishable,
    authorization: `Bearer ${token}`,
  };
  const { api } = world.backend.urls;
  const answers = await Promise.all([
    fetch(`${api}/auth/v1/user`, { headers }),
    fetch(`${api}/rest/v1/notes?select=id&limit=1`, { headers }),
  ]);
  const [auth, rest] = answers.map(({ status }) => status);
  return [auth ?? 0, rest ?? 0];
}

describe("an access token", () => {
  test("Auth refuses an access token immediately after a sign-out, while PostgREST still accepts it", async () => {
    const { client } = await world.enter("leaving");
    const token = await tokenOf(client);
    expect(await present(token)).toEqual([200, 200]);
    await client.auth.signOut();
    expect(await present(token)).toEqual([403, 200]);
  });

  test("Auth and REST refuse an access token that is signed with a public value as the HMAC secret or not signed", async () => {
    const { client } = await world.enter("forged");
    const claims = { ...(await claimsOf(client)) };
    const jwks = await (await world.call("/.well-known/jwks.json")).json();
    const jwk = (jwks as { keys: JWK[] }).keys[0] ?? {};
    const publicKey = await importJWK(jwk, "ES256");
    if (publicKey instanceof Uint8Array) throw new Error("not a public key");
    const header = { alg: "HS256", typ: "JWT", ...(jwk.kid === undefined ? {} : { kid: jwk.kid }) };
    const sign = (secret: string) =>
      new SignJWT(claims).setProtectedHeader(header).sign(new TextEncoder().encode(secret));
    const forged = [
      await sign(await exportSPKI(publicKey)),
      await sign(JSON.stringify(jwk)),
      await sign(world.backend.keys.publishable.padEnd(32, "x")),
      new UnsecuredJWT(claims).encode(),
    ];
    for (const token of forged) expect(await present(token)).toEqual([403, 401]);
    expect(await present(await tokenOf(client))).toEqual([200, 200]);
  });

  test("getClaims verifies an access token with the published keys, even after the token's user is deleted", async () => {
    const { client, id } = await world.enter("local-claims");
    const { data: session } = await client.auth.getSession();
    await world.admin.auth.admin.deleteUser(id);
    const { data, error } = await client.auth.getClaims(session.session?.access_token);
    expect(error).toBeNull();
    expect(data?.header.alg).toBe("ES256");
    expect(data?.claims).toMatchObject({ sub: id, role: "authenticated", aal: "aal1" });
  });

  test("GET /user refuses a legacy API key as the access token", async () => {
    expect((await present(world.backend.keys.anon))[0]).toBe(403);
    expect((await present(world.backend.keys.serviceRole))[0]).toBe(403);
  });
});

describe("Auth", () => {
  test("returns users without hashes, codes or secrets", async () => {
    const { client, email, id } = await world.signIn("shown");
    await client.auth.mfa.enroll({ factorType: "totp" });
    await client.auth.signInWithOtp({ email });
    const { data: listed } = await admin().listUsers();
    const answers = [
      (await client.auth.getUser()).data.user,
      (await admin().getUserById(id)).data.user,
      (await client.auth.updateUser({ data: { a: 1 } })).data.user,
      (await client.auth.refreshSession()).data.user,
    ];
    for (const user of answers) {
      expect(user?.identities).toHaveLength(1);
      expect(user?.factors).toHaveLength(1);
    }
    const inList = listed.users.find((user) => user.id === id);
    // Hosted Supabase lists users without their identities and factors.
    expect(inList?.identities).toBeNull();
    expect(inList?.factors).toBeUndefined();
    const all = JSON.stringify([...answers, inList]);
    expect(all).not.toMatch(/encrypted|\$2[aby]\$|token|secret|otp_code/);
  });

  test("needs only the new address's code to change an email address if double_confirm_changes is false, and sends the old address no email", async () => {
    const { client, email, id } = await world.enter("single");
    const next = "single-next@example.test";
    await client.auth.updateUser({ email: next });
    const token = await world.code(next);
    const done = await client.auth.verifyOtp({ email: next, token, type: "email_change" });
    expect(done.data.user).toMatchObject({ id, email: next, identities: [{ email: next }] });
    const sent = await fetch(`${world.backend.urls.mailbox}/messages?to=${email}`);
    expect(await sent.json()).toEqual({ messages: [] });
  });

  test("refuses a change of the email address if another user takes the new address before the confirmation", async () => {
    const { client } = await world.enter("slow");
    const next = "contested@example.test";
    await client.auth.updateUser({ email: next });
    await admin().createUser({ email: next });
    const token = await world.code(next);
    const late = await client.auth.verifyOtp({ email: next, token, type: "email_change" });
    expect(late.error).toEqual(code(422, "email_exists"));
  });

  test("returns the same fields for sign-ups with a known and with a new email address", async () => {
    const { email } = await world.enter("known");
    const [known, fresh] = [
      await world.guest().auth.signUp({ email, password: PASSWORD }),
      await world.guest().auth.signUp({ email: "unknown@example.test", password: PASSWORD }),
    ].map(({ data }) => data.user);
    expect(Object.keys(known ?? {}).sort()).toEqual(Object.keys(fresh ?? {}).sort());
    expect(known?.identities).toEqual([]);
  });
});

describe("the admin API", () => {
  test("requires the service role for every administration endpoint", async () => {
    const { client, id } = await world.enter("curious");
    const factor = `/admin/users/${id}/factors/${id}`;
    const endpoints = [
      ["GET", "/admin/users"],
      ["POST", "/admin/users"],
      ["GET", `/admin/users/${id}`],
      ["PUT", `/admin/users/${id}`],
      ["DELETE", `/admin/users/${id}`],
      ["GET", `/admin/users/${id}/factors`],
      ["PUT", factor],
      ["DELETE", factor],
      ["GET", `/admin/users/${id}/passkeys`],
      ["DELETE", `/admin/users/${id}/passkeys/${id}`],
      ["GET", "/admin/audit"],
      ["POST", "/admin/generate_link"],
      ["POST", "/invite"],
    ] as const;
    const authorizations = [
      { authorization: `Bearer ${await tokenOf(client)}` },
      { authorization: `Bearer ${world.backend.keys.anon}` },
      {},
    ];
    for (const [method, path] of endpoints) {
      for (const headers of authorizations) {
        const response = await world.call(path, { method, headers });
        expect([path, response.status, response.headers.get("x-sb-error-code")]).toEqual([
          path,
          403,
          "not_admin",
        ]);
      }
    }
  });

  test("returns pages of users with `total`, `nextPage` and `lastPage`, and an empty page after the last", async () => {
    const { data: before } = await admin().listUsers({ perPage: 1 });
    if (!("total" in before)) throw new Error("no total");
    const missing = (3 - ((before.total + 1) % 3)) % 3;
    for (let index = 0; index <= missing; index++) {
      await admin().createUser({ email: `page-${index}@example.test` });
    }
    const total = before.total + missing + 1;
    const lastPage = Math.ceil(total / 3);
    const seen: string[] = [];
    for (let page = 1; page <= lastPage; page++) {
      const { data } = await admin().listUsers({ page, perPage: 3 });
      expect(data).toMatchObject({ total, lastPage, nextPage: page < lastPage ? page + 1 : null });
      seen.push(...data.users.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(total);
    expect((await admin().listUsers({ page: lastPage + 1, perPage: 3 })).data.users).toEqual([]);
    const odd = await admin().listUsers({ page: -1 });
    expect(odd.error).toEqual(code(400, "validation_failed"));
  });

  test("accepts a bcrypt hash instead of a password, and refuses malformed and unsupported hashes", async () => {
    const { rows } = await world.database.query<{ hash: string }>(
      "select extensions.crypt($1, extensions.gen_salt('bf', 5)) as hash",
      [PASSWORD],
    );
    const email = "imported@example.test";
    const create = (password_hash: string) =>
      admin().createUser({ email, email_confirm: true, password_hash });
    const broken = ["sha1:abc", "$argon2id$abc", "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$"];
    for (const hash of broken) {
      expect((await create(hash)).error).toEqual(code(400, "validation_failed"));
    }
    expect((await create(rows[0]?.hash ?? "")).error).toBeNull();
    const signedIn = await world.guest().auth.signInWithPassword({ email, password: PASSWORD });
    expect(signedIn.error).toBeNull();
  });

  test("ends a ban after its duration and refuses an invalid duration", async () => {
    const { client, id } = await world.enter("banned");
    const odd = await admin().updateUserById(id, { ban_duration: "a week" });
    expect(odd.error).toEqual(code(400, "validation_failed"));
    const banned = await admin().updateUserById(id, { ban_duration: "1h30m" });
    expect(banned.data.user?.banned_until).toEqual(expect.any(String));
    const { data } = await client.auth.getSession();
    const refresh_token = data.session?.refresh_token ?? "";
    // supabase-js caches a refused refresh token for a short time, so each attempt needs a new
    // client.
    const refresh = () => world.guest().auth.refreshSession({ refresh_token });
    clock.advance(5399);
    expect((await refresh()).error).toEqual(code(400, "user_banned"));
    clock.advance(1);
    expect((await refresh()).error).toBeNull();
  });
});
