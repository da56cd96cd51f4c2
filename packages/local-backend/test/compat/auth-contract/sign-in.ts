import type { SupabaseClient } from "@supabase/supabase-js";
import { PASSWORD, pkceSettings } from "../auth-people.ts";
import type { Scenario } from "./scenario.ts";
import type { Scene } from "./scene.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

export const signInScenarios: Readonly<Record<string, Scenario>> = {
  "POST /signup 422 weak_password": ({ client, address }) =>
    client().auth.signUp({ email: address(), password: "short" }),
  "POST /signup 422 signup_disabled": ({ client, address, closed }) =>
    client(closed).auth.signUp({ email: address(), password: PASSWORD }),
  "POST /signup 422 user_already_exists": async ({ client, enter, open }) => {
    const { email } = await enter(open);
    await client(open).auth.signUp({ email, password: PASSWORD });
  },
  "POST /signup 422 anonymous_provider_disabled": ({ client }) => client().auth.signInAnonymously(),
  "POST /signup 400 validation_failed": ({ client }) =>
    client().auth.signUp({ email: "no address", password: PASSWORD }),

  "POST /token password 400 invalid_credentials": ({ client, address }) =>
    client().auth.signInWithPassword({ email: address(), password: PASSWORD }),
  "POST /token password 400 email_not_confirmed": async ({ client, address, admin }) => {
    const credentials = { email: address(), password: PASSWORD };
    await admin.auth.admin.createUser(credentials);
    await client().auth.signInWithPassword(credentials);
  },
  "POST /token password 400 user_banned": async ({ client, address, admin }) => {
    const credentials = { email: address(), password: PASSWORD };
    await admin.auth.admin.createUser({
      ...credentials,
      email_confirm: true,
      ban_duration: "1h",
    });
    await client().auth.signInWithPassword(credentials);
  },

  "POST /token refresh_token 400 refresh_token_not_found": ({ client }) =>
    client().auth.refreshSession({ refresh_token: "unknowntoken" }),
  "POST /token refresh_token 400 refresh_token_already_used": async ({ enter, clock }) => {
    const { client } = await enter();
    const first = await refreshTokenOf(client);
    await client.auth.refreshSession();
    await client.auth.refreshSession();
    clock.advance(11);
    await client.auth.refreshSession({ refresh_token: first });
  },
  "POST /token refresh_token 400 session_not_found": async ({ enter, usual }) => {
    const { client, id } = await enter();
    // Keep the row locked, so that the refresh finds the session and then waits for the deletion.
    await usual.database.query("begin");
    await usual.database.query("delete from auth.sessions where user_id = $1", [id]);
    const refreshed = client.auth.refreshSession();
    await someoneWaits(usual.database);
    await usual.database.query("commit");
    await refreshed;
  },
  "POST /token refresh_token 400 session_expired": async ({ enter, clock }) => {
    const { client } = await enter();
    clock.advance(31 * 86_400);
    await client.auth.refreshSession();
  },
  "POST /token refresh_token 400 user_banned": async ({ enter, admin }) => {
    const { client, id } = await enter();
    await admin.auth.admin.updateUserById(id, { ban_duration: "1h" });
    await client.auth.refreshSession();
  },
  "POST /token refresh_token 409 conflict": async ({ enter, usual }) => {
    const { client, id } = await enter();
    await usual.database.query("begin");
    await usual.database.query("select id from auth.sessions where user_id = $1 for update", [id]);
    await client.auth.refreshSession();
    await usual.database.query("rollback");
  },

  "POST /token pkce 404 flow_state_not_found": async (scene) => {
    const { client } = await askForLink(scene);
    await client.auth.exchangeCodeForSession(UNKNOWN);
  },
  "POST /token pkce 422 flow_state_expired": async (scene) => {
    const { client, authCode } = await askForLink(scene);
    scene.clock.advance(301);
    await client.auth.exchangeCodeForSession(authCode);
  },
  "POST /token pkce 400 bad_code_verifier": async (scene) => {
    const { client, authCode, email } = await askForLink(scene);
    // The second request makes the client replace its stored code verifier.
    await client.auth.signInWithOtp({ email });
    await client.auth.exchangeCodeForSession(authCode);
  },

  "POST /otp 422 otp_disabled": ({ client, address }) =>
    client().auth.signInWithOtp({ email: address(), options: { shouldCreateUser: false } }),

  "POST /verify 400 validation_failed": ({ client, address }) =>
    client().auth.verifyOtp({ type: "email", email: address(), token: "" }),
  "POST /verify 403 otp_expired": ({ client, address }) =>
    client().auth.verifyOtp({ type: "email", email: address(), token: "123456" }),
  "POST /verify 403 user_banned": async (scene) => {
    const hash = await hashOfBanned(scene);
    await scene.client().auth.verifyOtp({ type: "email", token_hash: hash });
  },
  "GET /verify 303 validation_failed": ({ call }) => call("/verify?token=abc&type=sms", {}),
  "GET /verify 303 otp_expired": ({ call }) => call("/verify?token=abc&type=signup", {}),
  "GET /verify 303 user_banned": async (scene) => {
    const hash = await hashOfBanned(scene);
    await scene.call(`/verify?token=${hash}&type=magiclink`, {});
  },

  "POST /resend 400 validation_failed": ({ client }) =>
    client().auth.resend({ type: "signup", email: "no address" }),
  "POST /recover 400 validation_failed": ({ client }) =>
    client().auth.resetPasswordForEmail("no address"),
};

async function refreshTokenOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session?.refresh_token ?? "";
}

async function someoneWaits(database: Scene["usual"]["database"]): Promise<void> {
  for (;;) {
    const { rowCount } = await database.query("select from pg_locks where not granted limit 1");
    if (rowCount !== 0) return;
  }
}

async function askForLink(scene: Scene) {
  const email = scene.address();
  const client = scene.client(scene.usual, pkceSettings());
  await client.auth.signInWithOtp({ email });
  const followed = await fetch(await scene.usual.link(email), { redirect: "manual" });
  const location = new URL(followed.headers.get("location") ?? "");
  return { client, email, authCode: location.searchParams.get("code") ?? "" };
}

async function hashOfBanned({ enter, admin }: Scene): Promise<string> {
  const { email, id } = await enter();
  const { data } = await admin.auth.admin.generateLink({ type: "magiclink", email });
  await admin.auth.admin.updateUserById(id, { ban_duration: "1h" });
  return data.properties?.hashed_token ?? "";
}
