import type { JSONWebKeySet } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthWorld, createAuthWorld, PASSWORD } from "./auth-people.ts";

const lines: string[] = [];
let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld({}, undefined, (line) => lines.push(line));
});
afterAll(() => world.stop());

test("Auth reports in its settings which features and sign-in providers are enabled", async () => {
  const settings = await (await world.call("/settings")).json();
  expect(settings).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false, google: false, github: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    saml_enabled: false,
  });
});

test("Auth returns its health and public keys without an API key, but not its settings", async () => {
  const open = (path: string) => fetch(`${world.backend.urls.api}/auth/v1${path}`);
  expect(await (await open("/health")).json()).toMatchObject({ name: "GoTrue" });
  expect((await open("/settings")).status).toBe(401);
  const jwks = (await (await open("/.well-known/jwks.json")).json()) as JSONWebKeySet;
  expect(jwks.keys).toHaveLength(1);
  expect(jwks.keys[0]).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" });
  expect(jwks.keys[0]).toHaveProperty("kid");
  for (const secret of ["d", "k"]) expect(jwks.keys[0]).not.toHaveProperty(secret);
});

describe("Auth", () => {
  test("refuses a body that is not JSON", async () => {
    const broken = await world.call("/otp", { method: "POST", body: "{" });
    expect([broken.status, broken.headers.get("x-sb-error-code")]).toEqual([400, "bad_json"]);
  });

  test.each([
    ["/authorize?provider=github", "validation_failed"],
    ["/sso", "saml_provider_disabled"],
    ["/admin/sso/providers", "saml_provider_disabled"],
    ["/oauth/token", "feature_disabled"],
    ["/passkeys", "passkey_disabled"],
    ["/factors/recovery-codes", "feature_disabled"],
    ["/factors/recovery-codes/verify", "feature_disabled"],
    ["/user/oauth/grants", "feature_disabled"],
    ["/admin/custom-providers", "feature_disabled"],
  ])("refuses a call to the unsupported endpoint %s with the code %s", async (path, name) => {
    const response = await world.call(path);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.headers.get("x-sb-error-code")).toBe(name);
  });

  test("returns 404 as text for an unknown path, and 405 with the allowed methods for a wrong method", async () => {
    const unknown = await world.call("/nothing");
    expect([unknown.status, await unknown.text()]).toEqual([404, "404 page not found\n"]);
    const wrong = await world.call("/token");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
    const head = await world.call("/settings", { method: "HEAD" });
    expect([head.status, head.headers.get("allow")]).toEqual([405, "GET"]);
    const hidden = await world.call("/admin/nothing", {
      headers: { apikey: world.backend.keys.anon },
    });
    expect(hidden.status).toBe(401);
  });

  test("returns an error to supabase-js for unsupported sign-ins, identities and factors", async () => {
    const { client } = await world.enter("other-ways");
    const { auth } = client;
    const { data } = await auth.getUserIdentities();
    const identity = data?.identities[0];
    if (identity === undefined) throw new Error("no identity");
    const answers = [
      [await auth.signInWithOtp({ phone: "4912345678" }), 400, "phone_provider_disabled"],
      [await auth.signInWithSSO({ domain: "example.test" }), 404, "saml_provider_disabled"],
      [await auth.signInWithIdToken({ provider: "google", token: "x" }), 400, "provider_disabled"],
      [await auth.linkIdentity({ provider: "github" }), 404, "manual_linking_disabled"],
      [await auth.unlinkIdentity(identity), 404, "manual_linking_disabled"],
      [
        await auth.mfa.enroll({ factorType: "phone", phone: "+4912345678" }),
        422,
        "mfa_phone_enroll_not_enabled",
      ],
    ] as const;
    for (const [{ error }, status, code] of answers) expect(error).toMatchObject({ status, code });
  });
});

test("returns hosted Supabase's error if a trigger of the project fails, and logs the error without user data", async () => {
  await world.database.query(`
    create function public.refuse_new_user() returns trigger language plpgsql as $$
      begin raise exception 'no room for %', new.email; end $$;
    create trigger refuse_new_user after insert on auth.users
      for each row execute function public.refuse_new_user()`);
  const email = "unlucky@example.test";
  for (const { error } of [
    await world.guest().auth.signUp({ email, password: PASSWORD }),
    await world.guest().auth.signInWithOtp({ email }),
  ]) {
    expect(error).toMatchObject({ status: 500, message: "Database error saving new user" });
  }
  const created = await world.call("/admin/users", {
    json: { email },
    headers: { apikey: world.backend.keys.secret },
  });
  expect([created.status, created.headers.get("x-sb-error-code")]).toEqual([
    500,
    "unexpected_failure",
  ]);
  await world.database.query("drop function public.refuse_new_user() cascade");
  const logged = lines.filter((line) => line.startsWith("auth: "));
  expect(logged).toHaveLength(3);
  expect(logged[0]).toContain("P0001");
  expect(logged[0]).toContain("refuse_new_user() line 2 at RAISE");
  expect(logged.join()).not.toContain(email);
});
