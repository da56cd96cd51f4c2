import { decodeJwt, decodeProtectedHeader } from "jose";
import { claimsIn } from "./answer.ts";
import type { Replay } from "./replay.ts";

// biome-ignore lint/suspicious/noExplicitAny: the recording kept different parts of a body
type View = (body: any, headers: Headers) => unknown;

const EMAIL = "u-94@example.com";

const jwks: View = ({ keys }) => ({
  // biome-ignore lint/suspicious/noExplicitAny: a published key
  alg: keys.map((key: any) => [key.alg, key.kty, key.use, key.key_ops, key.d ?? null]),
  keys: keys.map((key: object) => Object.keys(key).sort().join()),
  n: keys.length,
});

export async function repeatCredentials(replay: Replay): Promise<void> {
  const { id } = await replay.user(EMAIL);
  const text = JSON.stringify({ email: EMAIL, password: "passw0rd1" });
  const { body: session } = await replay.raw("conf", "POST", "/token?grant_type=password", {
    text,
    headers: { "user-agent": "My UA/1.0 (x; y)" },
  });
  const token: string = session.access_token;
  const claims = decodeJwt(token);
  replay.made("claims of a password session", {
    claims: claimsIn(session),
    body: {
      access_token: token,
      alg: decodeProtectedHeader(token).alg,
      expires_in: session.expires_in,
      issEnds: claims.iss,
      jti: claims.jti === undefined,
      kid: decodeProtectedHeader(token).kid === undefined,
      life: (claims.exp ?? 0) - (claims.iat ?? 0),
      sid: "string",
    },
  });
  await replay.send("jwks", { view: jwks });
  const keyless = { headers: { apikey: undefined } };
  const status =
    (answer: number): View =>
    () =>
      answer;
  await replay.send("jwks without a key", { ...keyless, view: status(200) });
  const refused = await replay.raw("conf", "GET", "/settings", keyless);
  replay.made("settings without a key", { status: refused.status, body: refused.status });
  await replay.sendAll(["settings", "settings auto", "settings off"]);
  await replay.send("health without a key", keyless);
  await repeatRows(replay, id, session);
  await repeatTokens(replay, token);
}

async function repeatRows(
  replay: Replay,
  id: string,
  session: { refresh_token: string },
): Promise<void> {
  const { database } = replay.server("conf");
  const json = async (sql: string) => (await database.query(sql, [id])).rows[0]?.json as unknown;
  replay.made("session row: user agent, ip, aal", {
    body: JSON.stringify(
      await json(
        `select json_build_object('user_agent', user_agent, 'ip', host(ip), 'aal', aal,
           'not_after', not_after, 'factor_id', factor_id, 'tag', tag, 'r', refreshed_at is null) as json
         from auth.sessions where user_id = $1`,
      ),
    ),
  });
  await replay.raw("conf", "POST", "/token?grant_type=refresh_token", {
    text: JSON.stringify({ refresh_token: session.refresh_token }),
    headers: { "user-agent": "Other/2" },
  });
  replay.made("session row after a refresh with another agent", {
    body: JSON.stringify(
      await json(
        `select json_build_object('user_agent', user_agent, 'ip', host(ip), 'r', refreshed_at is null) as json
         from auth.sessions where user_id = $1`,
      ),
    ),
  });
  replay.made("user row: what a sign-up writes", {
    body: await json(
      `select json_build_object('aud', aud, 'banned_until', banned_until,
         'confirmation_token', confirmation_token, 'deleted_at', deleted_at,
         'email_change', email_change, 'email_change_confirm_status', email_change_confirm_status,
         'email_change_token_current', email_change_token_current,
         'email_change_token_new', email_change_token_new, 'instance_id', instance_id,
         'is_anonymous', is_anonymous, 'is_sso_user', is_sso_user,
         'is_super_admin', is_super_admin, 'phone', phone, 'phone_change', phone_change,
         'phone_change_token', phone_change_token, 'raw_app_meta_data', raw_app_meta_data,
         'reauthentication_token', reauthentication_token, 'recovery_token', recovery_token,
         'role', role) as json
       from auth.users where id = $1`,
    ),
  });
  replay.made("identity row", {
    body: await json(
      `select json_build_object('email', email, 'identity_data', identity_data,
         'l', last_sign_in_at is null, 'pid', provider_id = user_id::text, 'provider', provider) as json
       from auth.identities where user_id = $1`,
    ),
  });
  replay.made("amr rows", {
    body: await json(
      `select json_agg(json_build_object('authentication_method', authentication_method)) as json
       from auth.mfa_amr_claims join auth.sessions on sessions.id = session_id where user_id = $1`,
    ),
  });
  replay.made("audit rows of the user", {
    body: await json(
      `select json_agg(json_build_object('a', payload ->> 'action', 't', payload ->> 'log_type',
         'u', payload ->> 'actor_username', 'v', payload ->> 'actor_via_sso')) as json
       from auth.audit_log_entries where payload ->> 'actor_id' = $1`,
    ),
  });
}

async function repeatTokens(replay: Replay, token: string): Promise<void> {
  const { keys } = replay.server("conf").backend;
  const bearer = (authorization: string) => ({ headers: { authorization } });
  await replay.send("user with lower-case bearer", bearer(`bearer ${token}`));
  await replay.send("user with Basic", bearer("Basic dTpw"));
  await replay.send("user without authorization, legacy key");
  await replay.send("user without authorization, publishable key", {
    headers: { apikey: keys.publishable },
  });
  await replay.send("user with publishable key as bearer", {
    headers: { apikey: keys.publishable, authorization: `Bearer ${keys.publishable}` },
  });
  await replay.send("user with service key as bearer", { as: "service" });
  const [head = "", payload = "", signature = ""] = token.split(".");
  const flipped = (signature.startsWith("A") ? "B" : "A") + signature.slice(1);
  await replay.send("user with a flipped signature", { as: `${head}.${payload}.${flipped}` });
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
  await replay.send("user with alg none", { as: `${none}.${payload}.` });
  await replay.send("admin by publishable", { headers: { apikey: keys.publishable } });
  await replay.send("admin by secret key", { headers: { apikey: keys.secret } });
  await replay.send("admin by secret key as bearer", {
    headers: { apikey: keys.secret, authorization: `Bearer ${keys.secret}` },
  });
  await replay.send("user with X-JWT-AUD other", { as: token, headers: { "x-jwt-aud": "other" } });
  const old = { "x-supabase-api-version": undefined };
  await replay.send("user old error shape", { as: "garbage", headers: old });
  await replay.send("version header in the future", {
    headers: { "x-supabase-api-version": "2099-01-01" },
  });
  await replay.send("version header garbage", {
    headers: { "x-supabase-api-version": "garbage" },
  });
  await replay.send("old error shape weak_password", { headers: old });
  // The recording of this call has no body.
  await replay.send("sign-in answer: headers", { view: () => undefined });
}

export async function repeatBodies(replay: Replay): Promise<void> {
  await replay.sendAll(["body array", "body number", "body null", "body string", "body true"]);
  const padding = "y".repeat(1.5 * 1024 * 1024);
  await replay.send("body 1.5 MB", {
    text: `{"email":"a@example.com","password":"passw0rd1","x":"${padding}"}`,
  });
  await replay.sendAll([
    "body invalid UTF-8",
    "body duplicate keys",
    "body trailing garbage",
    "body BOM",
    "body comment",
  ]);
  await replay.send("body empty", { text: "" });
  await replay.send("body text/plain", { headers: { "content-type": "text/plain" } });
  await replay.send("body form", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  await replay.sendAll(["body no content type", "body NUL in the password", "body NUL in data"]);
  const nested = `${'{"a":'.repeat(200)}1${"}".repeat(200)}`;
  await replay.send("body deep nesting 200", {
    text: `{"email":"deep@example.com","password":"passw0rd1","data":${nested}}`,
  });
  await replay.sendAll([
    "body lone surrogate in data",
    "body EMAIL key in capitals",
    "body grant in the body",
    "body array to signup",
    "body null to signup",
    "body array to otp",
  ]);
  for (const path of ["otp", "recover", "verify"]) {
    await replay.send(`body empty to ${path}`, { text: "" });
  }
  await replay.sendAll([
    "body verify type number",
    "body verify token number",
    "body otp create_user string",
  ]);
}

export async function repeatPaths(replay: Replay): Promise<void> {
  await replay.sendAll([
    "GET /",
    "GET /token",
    "PUT /token?grant_type=password",
    "POST /token",
    "DELETE /user",
    "PATCH /user",
    "GET /signup",
    "GET /logout",
    "GET /otp",
    "GET /recover",
    "GET /admin",
  ]);
  await replay.sendAll(["POST /admin/users/x/y", "GET /admin/users/"], { as: "service" });
  await replay.sendAll([
    "GET /user/",
    "GET //user",
    "GET /USER",
    "GET /verify",
    "GET /callback",
    "GET /authorize",
    "GET /authorize?provider=nonsense",
    "GET /authorize?provider=github&redirect_to=https%3A%2F%2Fapp.example.com%2Fx",
    "POST /sso",
    "GET /sso/saml/metadata",
    "GET /.well-known/oauth-authorization-server",
    "HEAD /settings",
    "HEAD /health",
    "HEAD /.well-known/jwks.json",
  ]);
}
