import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthWorld, claimsOf, createAuthWorld, PASSWORD } from "./auth-people.ts";
import { createClock } from "./clock.ts";

const STEP_SECONDS = 30;

const clock = createClock();
let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld({}, clock);
});
afterAll(() => world.stop());

const code = (status: number, name: string) => expect.objectContaining({ status, code: name });

interface Factor {
  factorId: string;
  /** Returns the TOTP code of the time step that is `steps` after the current one. */
  codeAt(steps: number): string;
}

async function enroll(client: SupabaseClient, friendlyName = "phone"): Promise<Factor> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) });
  const codeAt = (steps: number) =>
    totp.generate({ timestamp: clock.now() + steps * STEP_SECONDS * 1000 });
  return { factorId: data.id, codeAt };
}

async function answer(client: SupabaseClient, { factorId, codeAt }: Factor, steps = 0) {
  return (await client.auth.mfa.challengeAndVerify({ factorId, code: codeAt(steps) })).error;
}

async function enterAgain(email: string): Promise<SupabaseClient> {
  const { data } = await world.admin.auth.admin.generateLink({ type: "magiclink", email });
  const client = world.guest();
  const { hashed_token: hash = "" } = data.properties ?? {};
  const { error } = await client.auth.verifyOtp({ type: "magiclink", token_hash: hash });
  if (error) throw error;
  return client;
}

async function refreshedClaims(client: SupabaseClient) {
  await client.auth.refreshSession();
  return claimsOf(client);
}

const WRONG = code(422, "mfa_verification_failed");

describe("the check of TOTP codes", () => {
  test.each([
    [-2, WRONG],
    [-1, null],
    [0, null],
    [1, null],
    [2, WRONG],
  ])(
    "accepts TOTP codes of the current and the adjacent time steps, and no others: step %i",
    async (steps, outcome) => {
      const { client } = await world.enter(`step-${steps + 2}`);
      expect(await answer(client, await enroll(client), steps)).toEqual(outcome);
    },
  );

  test("refuses a used TOTP code in every session and accepts the code of the next step", async () => {
    const { client, email } = await world.enter("used");
    const factor = await enroll(client);
    expect(await answer(client, factor)).toBeNull();
    const other = await enterAgain(email);
    expect(await answer(client, factor)).toEqual(WRONG);
    expect(await answer(other, factor)).toEqual(WRONG);
    clock.advance(STEP_SECONDS);
    expect(await answer(other, factor)).toBeNull();
    expect(await answer(other, factor, -1)).toEqual(WRONG);
  });

  test("accepts a TOTP code once when two requests use it at the same time", async () => {
    const { client } = await world.enter("twice");
    const factor = await enroll(client);
    const challenges = await Promise.all(
      [1, 2].map(() => client.auth.mfa.challenge({ factorId: factor.factorId })),
    );
    const json = { code: factor.codeAt(0) };
    const { data } = await client.auth.getSession();
    // Do not use supabase-js, which sends requests of one client one after the other.
    const answers = await Promise.all(
      challenges.map(({ data: challenge }) =>
        world.call(`/factors/${factor.factorId}/verify`, {
          headers: { authorization: `Bearer ${data.session?.access_token}` },
          json: { ...json, challenge_id: challenge?.id },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test("accepts a TOTP code only within five minutes after the challenge was created", async () => {
    const { client } = await world.enter("five");
    const factor = await enroll(client);
    for (const [seconds, outcome] of [
      [299, null],
      [301, code(422, "mfa_challenge_expired")],
    ] as const) {
      const { data } = await client.auth.mfa.challenge({ factorId: factor.factorId });
      clock.advance(seconds);
      const challengeId = data?.id ?? "";
      const { error } = await client.auth.mfa.verify({
        factorId: factor.factorId,
        challengeId,
        code: factor.codeAt(0),
      });
      expect(error).toEqual(outcome);
    }
  });
});

describe("the sessions of a user with factors", () => {
  test("ends a user's aal1 sessions, but not the aal2 sessions, when another session of the user reaches aal2", async () => {
    const { client, email } = await world.enter("levels");
    const factor = await enroll(client);
    await answer(client, factor);
    const [second, third] = [await enterAgain(email), await enterAgain(email)];
    clock.advance(STEP_SECONDS);
    expect(await answer(second, factor)).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await third.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  });

  test("updates the totp timestamp in the claim amr only after a new verification, not after a refresh", async () => {
    const { client } = await world.enter("step-up");
    const factor = await enroll(client);
    await answer(client, factor);
    const verifiedAt = amrOf(await claimsOf(client));
    clock.advance(900);
    expect(amrOf(await refreshedClaims(client))).toEqual(verifiedAt);
    expect(await answer(client, factor)).toBeNull();
    const again = amrOf(await claimsOf(client));
    expect(again[0]?.method).toBe("totp");
    expect((again[0]?.timestamp ?? 0) - (verifiedAt[0]?.timestamp ?? 0)).toBeGreaterThanOrEqual(
      900,
    );
    expect(again[1]).toEqual(verifiedAt[1]);
  });

  test("returns sessions to aal1 when the factor that raised them to aal2 is removed", async () => {
    const { client, email } = await world.enter("lowered");
    const factor = await enroll(client);
    await answer(client, factor);
    const other = await enterAgain(email);
    clock.advance(STEP_SECONDS);
    await answer(other, factor);
    expect((await client.auth.mfa.unenroll(factor)).error).toBeNull();
    for (const one of [client, other]) {
      expect(await refreshedClaims(one)).toMatchObject({ aal: "aal1", amr: [{ method: "otp" }] });
    }
  });

  test("keeps a session at aal2 when a factor that the session did not use is removed", async () => {
    const { client } = await world.enter("two-factors");
    const first = await enroll(client, "first");
    await answer(client, first);
    const second = await enroll(client, "second");
    expect((await client.auth.mfa.unenroll(second)).error).toBeNull();
    expect(await refreshedClaims(client)).toMatchObject({ aal: "aal2" });
  });

  test("lets a session at aal2 add a second factor and change the password and the email address", async () => {
    const { client, email } = await world.enter("allowed");
    await answer(client, await enroll(client, "first"));
    const second = await enroll(client, "second");
    expect(await answer(client, second)).toBeNull();
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    const moved = await client.auth.updateUser({ email: `next-${email}` });
    expect(moved.data.user?.new_email).toBe(`next-${email}`);
    const { data } = await client.auth.mfa.listFactors();
    expect(data?.totp.map(({ friendly_name }) => friendly_name)).toEqual(["first", "second"]);
  });
});

test("allows a new enrollment with the same name five minutes after an abandoned enrollment", async () => {
  const { client } = await world.enter("abandoned");
  await enroll(client);
  const again = () => client.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
  clock.advance(290);
  expect((await again()).error).toEqual(code(422, "mfa_factor_name_conflict"));
  clock.advance(11);
  expect((await again()).error).toBeNull();
});

interface Proof {
  method: string;
  timestamp: number;
}

function amrOf(claims: Awaited<ReturnType<typeof claimsOf>>): Proof[] {
  return claims.amr as Proof[];
}
