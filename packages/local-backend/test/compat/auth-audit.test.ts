import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthWorld, createAuthWorld, PASSWORD } from "./auth-people.ts";
import { createClock } from "./clock.ts";

const clock = createClock();
let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld({}, clock);
});
afterAll(() => world.stop());

interface Line {
  payload: { action: string; traits?: Record<string, unknown> };
  ip_address: string;
}

async function recordedBy(act: () => Promise<unknown>): Promise<Line["payload"][]> {
  await world.database.query("delete from auth.audit_log_entries");
  await act();
  const { rows } = await world.database.query<Line>(
    "select payload, ip_address from auth.audit_log_entries order by created_at",
  );
  for (const row of rows) expect(row.ip_address).toBe("127.0.0.1");
  return rows.map(({ payload }) => payload);
}

const actionsOf = (lines: Line["payload"][]) => lines.map(({ action }) => action);

test("the audit log entry of a sign-in contains user, action and method in the format of hosted Supabase", async () => {
  const { id, email } = await world.signIn("written");
  await world.admin.auth.admin.updateUserById(id, { user_metadata: { full_name: "Ada L." } });
  const lines = await recordedBy(() =>
    world.guest().auth.signInWithPassword({ email, password: PASSWORD }),
  );
  expect(lines).toEqual([
    {
      action: "login",
      actor_id: id,
      actor_name: "Ada L.",
      actor_username: email,
      actor_via_sso: false,
      log_type: "account",
      traits: { provider: "email" },
    },
  ]);
});

test("the audit log records an administrator's action under the service role, with the affected user", async () => {
  const email = "managed@example.test";
  let id = "";
  const lines = await recordedBy(async () => {
    const { admin } = world.admin.auth;
    id = (await admin.createUser({ email })).data.user?.id ?? "";
    await admin.updateUserById(id, { email_confirm: true });
    await admin.deleteUser(id);
    await admin.inviteUserByEmail("invited@example.test");
  });
  expect(actionsOf(lines)).toEqual([
    "user_signedup",
    "user_modified",
    "user_deleted",
    "user_invited",
  ]);
  for (const line of lines) {
    expect(line).toMatchObject({
      actor_id: "00000000-0000-0000-0000-000000000000",
      actor_username: "service_role",
    });
  }
  expect(lines[0]?.traits).toEqual({
    provider: "email",
    user_id: id,
    user_email: email,
    user_phone: "",
  });
});

test("the audit log records a sign-up, a confirmation, a refresh, a sign-out and a repeated sign-up", async () => {
  const client = world.guest();
  const email = "journey@example.test";
  const lines = await recordedBy(async () => {
    await client.auth.signUp({ email, password: PASSWORD });
    await client.auth.verifyOtp({ email, token: await world.code(email), type: "signup" });
    await client.auth.refreshSession();
    await client.auth.signOut();
    await client.auth.signUp({ email, password: PASSWORD });
  });
  expect(actionsOf(lines)).toEqual([
    "user_confirmation_requested",
    "user_signedup",
    "token_refreshed",
    "token_revoked",
    "logout",
    "user_repeated_signup",
  ]);
});

test("the audit log records a code request, a sign-in, a recovery, a nonce request and a password change", async () => {
  const { client, email } = await world.enter("account");
  const lines = await recordedBy(async () => {
    await client.auth.signInWithOtp({ email });
    await client.auth.verifyOtp({ email, token: await world.code(email), type: "email" });
    await client.auth.resetPasswordForEmail(email);
    await client.auth.reauthenticate();
    await client.auth.updateUser({ password: PASSWORD });
  });
  expect(actionsOf(lines)).toEqual([
    "user_recovery_requested",
    "login",
    "user_recovery_requested",
    "user_reauthenticate_requested",
    "user_updated_password",
    "user_modified",
  ]);
});

test("the audit log records the enrollment, challenge, verification and removal of a second factor", async () => {
  const { client } = await world.enter("factors");
  let factorId = "";
  const lines = await recordedBy(async () => {
    const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
    if (data === null) throw new Error("not enrolled");
    factorId = data.id;
    const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate({
      timestamp: clock.now(),
    });
    await client.auth.mfa.challengeAndVerify({ factorId, code });
    await client.auth.mfa.unenroll({ factorId });
  });
  expect(actionsOf(lines)).toEqual([
    "factor_in_progress",
    "challenge_created",
    "verification_attempted",
    "factor_unenrolled",
  ]);
  for (const { traits } of lines) expect(traits).toMatchObject({ factor_id: factorId });
});

test("the audit log records nothing for a refused request", async () => {
  const { email } = await world.enter("refused");
  const { auth } = world.guest();
  const lines = await recordedBy(async () => {
    await auth.signInWithPassword({ email, password: "wrong password" });
    await auth.verifyOtp({ email, token: "000000", type: "email" });
    await auth.refreshSession({ refresh_token: "unknown" });
  });
  expect(lines).toEqual([]);
});
