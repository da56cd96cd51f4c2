import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type AuthWorld, claimsOf, createAuthWorld, PASSWORD } from "./auth-people.ts";

let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld();
});
afterAll(() => world.stop());

const code = (status: number, name: string) => expect.objectContaining({ status, code: name });

function codeAt(secret: string, steps: number): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

async function enroll(client: SupabaseClient, friendlyName = "phone") {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret, totp: data.totp };
}

async function verify(client: SupabaseClient, factorId: string, answer: string) {
  return client.auth.mfa.challengeAndVerify({ factorId, code: answer });
}

describe("Auth with TOTP enabled", () => {
  test("returns QR code, secret and URI of an unverified factor on enrollment", async () => {
    const { client, email } = await world.signIn("enroll");
    const { totp } = await enroll(client);
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg[^#]*<\/svg>$/s);
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(totp.uri);
    expect(decodeURIComponent(uri.pathname)).toContain(email);
    expect(uri.searchParams.get("secret")).toBe(totp.secret);
    expect(uri.searchParams.get("issuer")).toBe("127.0.0.1:3000");
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
  });

  // S-6.18
  test("raises the session to aal2 with a code, keeps the level after a refresh, and refuses the earlier refresh token", async () => {
    const { client } = await world.signIn("raise");
    const before = await client.auth.getSession();
    const { factorId, secret } = await enroll(client);
    expect((await verify(client, factorId, codeAt(secret, 0))).error).toBeNull();
    const claims = await claimsOf(client);
    expect(claims).toMatchObject({
      aal: "aal2",
      amr: [{ method: "totp" }, { method: "password" }],
    });
    await client.auth.refreshSession();
    expect(await claimsOf(client)).toMatchObject({ aal: "aal2", amr: claims.amr });
    const old = await world.call("/token?grant_type=refresh_token", {
      json: { refresh_token: before.data.session?.refresh_token },
    });
    expect(old.status).toBe(400);
    expect((await client.auth.getUser()).data.user?.factors).toMatchObject([
      { id: factorId, status: "verified", factor_type: "totp", friendly_name: "phone" },
    ]);
  });

  test("ends the user's other aal1 sessions and deletes unverified factors after a verification", async () => {
    const { client, email } = await world.signIn("others");
    const other = world.guest();
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    const kept = await enroll(client, "kept");
    await enroll(client, "dropped");
    await verify(client, kept.factorId, codeAt(kept.secret, 0));
    expect((await other.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    const { data } = await client.auth.mfa.listFactors();
    expect(data?.all.map(({ friendly_name }) => friendly_name)).toEqual(["kept"]);
  });

  test("accepts a TOTP code of the next time step, and refuses a code three steps away or a used code", async () => {
    const { client } = await world.signIn("steps");
    const { factorId, secret } = await enroll(client);
    const far = await verify(client, factorId, codeAt(secret, 3));
    expect(far.error).toEqual(code(422, "mfa_verification_failed"));
    const early = codeAt(secret, 1);
    expect((await verify(client, factorId, early)).error).toBeNull();
    const replay = await verify(client, factorId, early);
    expect(replay.error).toEqual(code(422, "mfa_verification_failed"));
  });

  test("accepts only one response to a challenge, and only before the challenge expires", async () => {
    const { client } = await world.signIn("challenge");
    const { factorId, secret } = await enroll(client);
    const challenge = await client.auth.mfa.challenge({ factorId });
    const challengeId = challenge.data?.id ?? "";
    expect(challenge.data).toMatchObject({ type: "totp" });
    const inSeconds = (challenge.data?.expires_at ?? 0) - Date.now() / 1000;
    expect(inSeconds).toBeGreaterThan(290);
    const answer = (id: string, steps: number) =>
      client.auth.mfa.verify({ factorId, challengeId: id, code: codeAt(secret, steps) });
    expect((await answer(challengeId, 0)).error).toBeNull();
    expect((await answer(challengeId, 1)).error).toEqual(code(422, "mfa_ip_address_mismatch"));
    const unknown = await answer("00000000-0000-4000-8000-000000000000", 1);
    expect(unknown.error).toEqual(code(422, "mfa_factor_not_found"));
    const late = await client.auth.mfa.challenge({ factorId });
    await world.database.query(
      "update auth.mfa_challenges set created_at = created_at - interval '301 s' where id = $1",
      [late.data?.id],
    );
    expect((await answer(late.data?.id ?? "", 1)).error).toEqual(
      code(422, "mfa_challenge_expired"),
    );
    const foreign = await world.signIn("challenge-stranger");
    const other = await foreign.client.auth.mfa.challenge({ factorId });
    expect(other.error).toEqual(code(404, "mfa_factor_not_found"));
  });

  test("refuses to change the password, the email address or the factors at aal1 if the user has a factor", async () => {
    const { client, email } = await world.signIn("guarded");
    const { factorId, secret } = await enroll(client);
    await verify(client, factorId, codeAt(secret, 0));
    const weak = world.guest();
    await weak.auth.signInWithPassword({ email, password: PASSWORD });
    const { data } = await weak.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    const password = await weak.auth.updateUser({ password: "a stolen account" });
    expect(password.error).toEqual(code(401, "insufficient_aal"));
    const moved = await weak.auth.updateUser({ email: "stolen@example.test" });
    expect(moved.error).toEqual(code(401, "insufficient_aal"));
    const second = await weak.auth.mfa.enroll({ factorType: "totp", friendlyName: "mine" });
    expect(second.error).toEqual(code(403, "insufficient_aal"));
    const removed = await weak.auth.mfa.unenroll({ factorId });
    expect(removed.error).toEqual(code(422, "insufficient_aal"));
  });

  test("returns the session to aal1 when the factor is removed", async () => {
    const { client } = await world.signIn("unenroll");
    const { factorId, secret } = await enroll(client);
    await verify(client, factorId, codeAt(secret, 0));
    expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await client.auth.refreshSession();
    expect(await claimsOf(client)).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
  });

  test("refuses a factor with a taken name, an eleventh factor, and a phone factor", async () => {
    const { client, id } = await world.signIn("limits");
    await enroll(client, "same");
    const same = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "same" });
    expect(same.error).toEqual(code(422, "mfa_factor_name_conflict"));
    for (let index = 1; index < 10; index++) await enroll(client, `factor ${index}`);
    const many = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "last" });
    expect(many.error).toEqual(code(422, "too_many_enrolled_mfa_factors"));
    const phone = await client.auth.mfa.enroll({ factorType: "phone", phone: "+4912345678" });
    expect(phone.error).toEqual(code(422, "mfa_phone_enroll_not_enabled"));
    const listed = await world.admin.auth.admin.mfa.listFactors({ userId: id });
    expect(listed.data?.factors).toHaveLength(10);
    const removed = await world.admin.auth.admin.mfa.deleteFactor({
      userId: id,
      id: listed.data?.factors[0]?.id ?? "",
    });
    expect(removed.error).toBeNull();
  });
});

describe("policies that check the aal claim", () => {
  test("a policy on the claim aal returns rows only to a session at aal2", async () => {
    await world.database.query(`
      create table public.vault (id int primary key);
      alter table public.vault enable row level security;
      grant select on public.vault to authenticated;
      create policy "second factor" on public.vault as restrictive to authenticated
        using ((select auth.jwt() ->> 'aal') = 'aal2');
      create policy "signed in" on public.vault for select to authenticated using (true);
      insert into public.vault values (1);
      notify pgrst, 'reload schema'`);
    const { client, email } = await world.enter("vault");
    const { factorId, secret } = await enroll(client);
    const read = async (one: SupabaseClient) => (await one.from("vault").select()).data;
    // PostgREST returns an error until it has loaded the new table.
    await vi.waitUntil(async () => (await read(client)) !== null, 10_000);
    expect(await read(client)).toEqual([]);
    await verify(client, factorId, codeAt(secret, 0));
    expect(await read(client)).toEqual([{ id: 1 }]);
    await client.auth.refreshSession();
    expect(await read(client)).toEqual([{ id: 1 }]);
    const { client: again } = await world.enter(email.replace("@example.test", "-other"));
    expect(await read(again)).toEqual([]);
    await client.auth.mfa.unenroll({ factorId });
    await client.auth.refreshSession();
    expect(await read(client)).toEqual([]);
  });
});

test("refuses to enroll a TOTP factor if TOTP is disabled", async () => {
  const closed = await createAuthWorld({ auth: { mfa: { totp: { enroll_enabled: false } } } });
  try {
    const { client } = await closed.signIn("off");
    const refused = await client.auth.mfa.enroll({ factorType: "totp" });
    expect(refused.error).toEqual(code(422, "mfa_totp_enroll_not_enabled"));
  } finally {
    await closed.stop();
  }
});

test("refuses to challenge a TOTP factor if the verification is disabled", async () => {
  const closed = await createAuthWorld({ auth: { mfa: { totp: { verify_enabled: false } } } });
  try {
    const { client } = await closed.signIn("unverifiable");
    const { factorId } = await enroll(client);
    const refused = await client.auth.mfa.challenge({ factorId });
    expect(refused.error).toEqual(code(422, "mfa_totp_verify_not_enabled"));
  } finally {
    await closed.stop();
  }
});
