import type { Scenario } from "./scenario.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const TOTP = { factorType: "totp" } as const;

export const factorScenarios: Readonly<Record<string, Scenario>> = {
  "POST /factors 422 mfa_factor_name_conflict": async ({ enter }) => {
    const { client } = await enter();
    await client.auth.mfa.enroll({ ...TOTP, friendlyName: "phone" });
    await client.auth.mfa.enroll({ ...TOTP, friendlyName: "phone" });
  },
  "POST /factors 422 too_many_enrolled_mfa_factors": async ({ enter }) => {
    const { client } = await enter();
    for (const friendlyName of ["one", "two", "three"]) {
      await client.auth.mfa.enroll({ ...TOTP, friendlyName });
    }
  },
  "POST /factors 422 mfa_totp_enroll_not_enabled": async ({ enter, closed }) => {
    const { client } = await enter(closed);
    await client.auth.mfa.enroll(TOTP);
  },
  "POST /factors 403 insufficient_aal": async ({ enter, enterAgain, raise }) => {
    const { client, email } = await enter();
    await raise(client);
    const again = await enterAgain(email);
    await again.auth.mfa.enroll({ ...TOTP, friendlyName: "second" });
  },
  "POST /factors 403 no_authorization": async ({ client, open }) => {
    const anonymous = client(open);
    await anonymous.auth.signInAnonymously();
    await anonymous.auth.mfa.enroll(TOTP);
  },

  "POST /factors/:id/challenge 404 mfa_factor_not_found": async ({ enter }) => {
    const { client } = await enter();
    await client.auth.mfa.challenge({ factorId: UNKNOWN });
  },

  "POST /factors/:id/verify 422 mfa_verification_failed": async ({ enter }) => {
    const { client } = await enter();
    const { data } = await client.auth.mfa.enroll(TOTP);
    await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? "", code: "abcdef" });
  },
  "POST /factors/:id/verify 422 mfa_challenge_expired": async ({ enter, raise, clock }) => {
    const { client } = await enter();
    const { factorId, code } = await raise(client);
    const { data } = await client.auth.mfa.challenge({ factorId });
    clock.advance(301);
    await client.auth.mfa.verify({ factorId, challengeId: data?.id ?? "", code: code() });
  },
  "POST /factors/:id/verify 422 mfa_factor_not_found": async ({ enter, raise, clock }) => {
    const { client } = await enter();
    const { factorId, code } = await raise(client);
    clock.advance(30);
    await client.auth.mfa.verify({ factorId, challengeId: UNKNOWN, code: code() });
  },
  "POST /factors/:id/verify 422 mfa_ip_address_mismatch": async ({ enter, raise, clock }) => {
    const { client } = await enter();
    const { factorId, code } = await raise(client);
    clock.advance(30);
    const { data } = await client.auth.mfa.challenge({ factorId });
    const challengeId = data?.id ?? "";
    await client.auth.mfa.verify({ factorId, challengeId, code: code() });
    clock.advance(30);
    await client.auth.mfa.verify({ factorId, challengeId, code: code() });
  },

  "DELETE /factors/:id 422 insufficient_aal": async ({ enter, enterAgain, raise }) => {
    const { client, email } = await enter();
    const { factorId } = await raise(client);
    await (await enterAgain(email)).auth.mfa.unenroll({ factorId });
  },
};
