import { PASSWORD } from "../auth-people.ts";
import type { Scenario } from "./scenario.ts";

const NO_TOKEN = { headers: { authorization: "Basic dXNlcjpwYXNz" } };
const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const A_DAY_AND_AN_HOUR = 25 * 3600;

export const accountScenarios: Readonly<Record<string, Scenario>> = {
  "GET /user 401 no_authorization": ({ call }) => call("/user", NO_TOKEN),
  "GET /user 403 bad_jwt": ({ client }) => client().auth.getUser("not.a.token"),
  "GET /user 403 user_not_found": async ({ enter, admin }) => {
    const { client, id } = await enter();
    await admin.auth.admin.deleteUser(id);
    await client.auth.getUser();
  },
  "GET /user 403 session_not_found": async ({ enter, admin }) => {
    const { client } = await enter();
    const { data } = await client.auth.getSession();
    const token = data.session?.access_token ?? "";
    await admin.auth.admin.signOut(token, "local");
    await client.auth.getUser(token);
  },
  "GET /user 403 user_banned": async ({ enter, admin }) => {
    const { client, id } = await enter();
    await admin.auth.admin.updateUserById(id, { ban_duration: "1h" });
    await client.auth.getUser();
  },

  "PUT /user 422 weak_password": async ({ enter }) => {
    const { client } = await enter();
    await client.auth.updateUser({ password: "short" });
  },
  "PUT /user 422 same_password": async ({ enter, admin }) => {
    const { client, email, id } = await enter();
    await admin.auth.admin.updateUserById(id, { password: PASSWORD });
    // Setting a password as an administrator ends all sessions of the user, so sign in again.
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    await client.auth.updateUser({ password: PASSWORD });
  },
  "PUT /user 422 email_exists": async ({ enter }) => {
    const { email } = await enter();
    const { client } = await enter();
    await client.auth.updateUser({ email });
  },
  "PUT /user 400 reauthentication_needed": async ({ enter, clock }) => {
    const { client } = await enter();
    clock.advance(A_DAY_AND_AN_HOUR);
    await client.auth.refreshSession();
    await client.auth.updateUser({ password: PASSWORD });
  },
  "PUT /user 422 reauthentication_not_valid": async ({ enter, clock }) => {
    const { client } = await enter();
    clock.advance(A_DAY_AND_AN_HOUR);
    await client.auth.refreshSession();
    await client.auth.updateUser({ password: PASSWORD, nonce: "000000" });
  },
  "PUT /user 401 insufficient_aal": async ({ enter, enterAgain, raise }) => {
    const { client, email } = await enter();
    await raise(client);
    await (await enterAgain(email)).auth.updateUser({ password: PASSWORD });
  },
  "PUT /user 403 not_admin": async ({ enter, call }) => {
    const { client } = await enter();
    await call("/user", {
      client,
      method: "PUT",
      body: JSON.stringify({ app_metadata: { role: "admin" } }),
    });
  },

  "GET /reauthenticate 422 email_not_confirmed": async ({ enter, usual }) => {
    const { client, id } = await enter();
    await usual.database.query("update auth.users set email_confirmed_at = null where id = $1", [
      id,
    ]);
    await client.auth.reauthenticate();
  },
  "POST /logout 400 validation_failed": async ({ enter, call }) => {
    const { client } = await enter();
    await call("/logout?scope=world", { client, method: "POST" });
  },

  "/admin/users 401 no_authorization": ({ call }) => call("/admin/users", NO_TOKEN),
  "/admin/users 403 not_admin": ({ client }) => client().auth.admin.listUsers(),
  "/admin/users 404 user_not_found": ({ admin }) => admin.auth.admin.getUserById(UNKNOWN),
  "/admin/users 422 email_exists": async ({ enter, admin }) => {
    const { email } = await enter();
    await admin.auth.admin.createUser({ email });
  },
  "POST /admin/generate_link 404 user_not_found": ({ admin, address }) =>
    admin.auth.admin.generateLink({ type: "recovery", email: address() }),
  "POST /admin/generate_link 422 email_exists": async ({ enter, admin }) => {
    const { email } = await enter();
    await admin.auth.admin.generateLink({ type: "signup", email, password: PASSWORD });
  },
  "POST /invite 422 email_exists": async ({ enter, admin }) => {
    const { email } = await enter();
    await admin.auth.admin.inviteUserByEmail(email);
  },
};
