import { unwrap } from "@dossier/backend-client";
import { TOTP } from "otpauth";
import { errorOf, provocations } from "./provocation";
import { type Browser, PASSWORD, type Stage } from "./stage";

const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

/** Enrolls a TOTP factor and raises the session to the level `aal2`. */
async function enrol({ visit }: Browser, friendlyName = "Phone"): Promise<{ id: string }> {
  const { auth } = visit();
  const { id, ...factor } = unwrap(await auth.mfa.enroll({ factorType: "totp", friendlyName }));
  if (!("totp" in factor)) throw new Error("The factor has no key.");
  const code = new TOTP({ secret: factor.totp.secret }).generate();
  unwrap(await auth.mfa.challengeAndVerify({ factorId: id, code }));
  return { id };
}

export async function signIn(stage: Stage, email: string): Promise<Browser> {
  const browser = { ...stage.guest(), email };
  unwrap(await browser.visit().auth.signInWithPassword({ email, password: PASSWORD }));
  return browser;
}

async function followLink(stage: Stage, { visit, email }: Browser): Promise<string> {
  unwrap(await visit().auth.resetPasswordForEmail(email));
  const [row] = await stage.sql(
    `select t.token_hash from auth.one_time_tokens t join auth.users u on u.id = t.user_id
     where u.email = $1 and t.token_type = 'recovery_token'`,
    [email],
  );
  const query = new URLSearchParams({ type: "recovery", token: String(row?.token_hash) });
  const answer = await fetch(`${stage.backend.urls.api}/auth/v1/verify?${query}`, {
    redirect: "manual",
    headers: { apikey: stage.backend.keys.publishable },
  });
  const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code");
  if (!code) throw new Error(`The link brought no code: ${answer.headers.get("location")}`);
  return code;
}

async function renew({ backend }: Stage, refreshToken: string): Promise<void> {
  const answer = await fetch(`${backend.urls.api}/auth/v1/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { apikey: backend.keys.publishable, "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  if (!answer.ok) throw new Error(`The token was refused: ${answer.status}.`);
}

export const authErrors = provocations("auth", {
  invalid_credentials: async ({ stage }) => {
    const { email } = await stage.join("Ada Wrong");
    const password = "not that one at all";
    return errorOf(stage.guest().visit().auth.signInWithPassword({ email, password }));
  },
  email_not_confirmed: async ({ stage }) => {
    const email = "unconfirmed@example.org";
    await stage.admin("POST", "users", { email, password: PASSWORD, email_confirm: false });
    return errorOf(stage.guest().visit().auth.signInWithPassword({ email, password: PASSWORD }));
  },
  otp_expired: async ({ stage }) => {
    const { email } = await stage.join("Ada Code");
    const { auth } = stage.guest().visit();
    unwrap(await auth.signInWithOtp({ email, options: { shouldCreateUser: false } }));
    return errorOf(auth.verifyOtp({ email, token: "00000000", type: "email" }));
  },
  weak_password: async ({ stage }) =>
    errorOf((await stage.join("Ada Weak")).visit().auth.updateUser({ password: "short" })),
  same_password: async ({ stage }) =>
    errorOf((await stage.join("Ada Same")).visit().auth.updateUser({ password: PASSWORD })),
  email_address_invalid: ({ stage }) =>
    errorOf(stage.guest().visit().auth.signInWithOtp({ email: "nobody at all" })),
  email_exists: async ({ stage }) => {
    const { email } = await stage.join("Ada First");
    const second = await stage.join("Ada Second");
    return errorOf(second.visit().auth.updateUser({ email }));
  },
  over_email_send_rate_limit: async ({ stage }) => {
    const { email } = await stage.join("Ada Twice");
    const { auth } = stage.guest().visit();
    unwrap(await auth.signInWithOtp({ email }));
    return errorOf(auth.signInWithOtp({ email }));
  },
  insufficient_aal: async ({ stage }) => {
    const { email, ...first } = await stage.join("Ada Factor");
    await enrol({ email, ...first });
    const other = await signIn(stage, email);
    return errorOf(other.visit().auth.updateUser({ password: "another password" }));
  },
  mfa_verification_failed: async ({ stage }) => {
    const { auth } = (await stage.join("Ada Digits")).visit();
    const { id } = unwrap(await auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" }));
    return errorOf(auth.mfa.challengeAndVerify({ factorId: id, code: "000000" }));
  },
  mfa_challenge_expired: async ({ stage }) => {
    const { auth } = (await stage.join("Ada Slow")).visit();
    const factor = unwrap(await auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" }));
    const { id } = unwrap(await auth.mfa.challenge({ factorId: factor.id }));
    await stage.sql(
      "update auth.mfa_challenges set created_at = created_at - interval '1 hour' where id = $1",
      [id],
    );
    return errorOf(auth.mfa.verify({ factorId: factor.id, challengeId: id, code: "123456" }));
  },
  mfa_factor_name_conflict: async ({ stage }) => {
    const person = await stage.join("Ada Names");
    await enrol(person, "Phone");
    const again = { factorType: "totp", friendlyName: "Phone" } as const;
    return errorOf(person.visit().auth.mfa.enroll(again));
  },
  too_many_enrolled_mfa_factors: async ({ stage }) => {
    const { auth } = (await stage.join("Ada Many")).visit();
    for (const name of ["one", "two", "three", "four", "five"]) {
      unwrap(await auth.mfa.enroll({ factorType: "totp", friendlyName: name }));
    }
    return errorOf(auth.mfa.enroll({ factorType: "totp", friendlyName: "six" }));
  },
  session_not_found: async ({ stage }) => {
    const person = await stage.join("Ada Ended");
    const other = await signIn(stage, person.email);
    unwrap(await other.visit().auth.signOut({ scope: "global" }));
    return errorOf(person.visit().auth.getUser());
  },
  refresh_token_not_found: async ({ stage }) => {
    const person = await stage.join("Ada Gone");
    await stage.sql("delete from auth.refresh_tokens where user_id = $1", [person.id]);
    return errorOf(person.visit().auth.refreshSession());
  },
  refresh_token_already_used: async ({ stage }) => {
    const person = await stage.join("Ada Stolen");
    const tokens = () =>
      stage.sql("select token from auth.refresh_tokens where user_id = $1 and not revoked", [
        person.id,
      ]);
    // Imitate a thief who refreshes twice, so that the browser's own token is outdated.
    for (const _ of ["once", "twice"]) {
      const [row] = await tokens();
      await renew(stage, String(row?.token));
    }
    await stage.sql(
      "update auth.refresh_tokens set updated_at = now() - interval '1 hour' where user_id = $1",
      [person.id],
    );
    return errorOf(person.visit().auth.refreshSession());
  },
  session_expired: async ({ stage }) => {
    const person = await stage.join("Ada Late");
    await stage.sql(
      "update auth.sessions set not_after = now() - interval '1 hour' where user_id = $1",
      [person.id],
    );
    return errorOf(person.visit().auth.refreshSession());
  },
  user_banned: async ({ stage }) => {
    const { id, email } = await stage.join("Ada Banned");
    await stage.admin("PUT", `users/${id}`, { ban_duration: "24h" });
    return errorOf(stage.guest().visit().auth.signInWithPassword({ email, password: PASSWORD }));
  },
  user_not_found: async ({ stage }) => {
    const person = await stage.join("Ada Deleted");
    await stage.admin("DELETE", `users/${person.id}`);
    return errorOf(person.visit().auth.getUser());
  },
  pkce_code_verifier_not_found: ({ stage }) =>
    errorOf(stage.guest().visit().auth.exchangeCodeForSession(UNKNOWN_ID)),
  bad_code_verifier: async ({ stage }) => {
    const code = await followLink(stage, await stage.join("Ada Here"));
    const elsewhere = await stage.join("Ada There");
    await followLink(stage, elsewhere);
    return errorOf(elsewhere.visit().auth.exchangeCodeForSession(code));
  },
  flow_state_expired: async ({ stage }) => {
    const person = await stage.join("Ada Flow");
    const code = await followLink(stage, person);
    await stage.sql(
      `update auth.flow_state set created_at = created_at - interval '1 day',
         auth_code_issued_at = created_at - interval '1 day' where auth_code = $1`,
      [code],
    );
    return errorOf(person.visit().auth.exchangeCodeForSession(code));
  },
  over_request_rate_limit: async ({ stage }) => {
    const person = await stage.join("Ada Often");
    const { auth } = person.visit();
    // `OPEN_LIMITS` does not raise the rate limit of MFA challenges.
    for (let tries = 0; tries < 60; tries += 1) {
      const { error } = await auth.mfa.challenge({ factorId: UNKNOWN_ID });
      if (error?.status === 429) return error;
    }
    throw new Error("No request was rate limited.");
  },
});
