import { generateCode } from "./authenticator.ts";
import type { Replay } from "./replay.ts";

const VERIFIER = "v".repeat(60);
const CHALLENGE = "NeXgPm-CVJuFkX674guN_H_1w2B5Ks8R8EehiO9HwIU";

const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

export async function repeatSignIn(replay: Replay): Promise<void> {
  const { id: knownId } = await replay.user("u-2@example.com");
  await replay.user("u-3@example.com", "auto");
  await replay.sendAll([
    "signup: new (confirm on)",
    "signup again within max_frequency, unconfirmed",
    "signup existing confirmed (confirm on): obfuscated",
    "signup existing (autoconfirm)",
    "signup weak password (length)",
    "signup weak password (characters)",
    "signup password of 73 bytes",
    "signup no password",
    "signup no e-mail, password given",
    "signup bad e-mail",
    "signup broken JSON",
  ]);
  await replay.send("signup empty body", { text: "" });
  await replay.sendAll([
    "signup email of wrong JSON type",
    "signup phone",
    "signup when disabled",
    "anonymous when off",
    "anonymous sign-in",
    "signup bad pkce method",
    "signup bad pkce characters",
    "password wrong",
    "password unknown user",
    "password malformed e-mail",
    "password e-mail with spaces around",
    "password unconfirmed",
    "password nothing given",
    "password by phone (off)",
    "unknown grant",
    "grant id_token (provider off)",
    "grant web3",
  ]);
  const banned = await replay.join("conf", "u-12@example.com");
  const ban = JSON.stringify({ ban_duration: "1h" });
  await replay.raw("conf", "PUT", `/admin/users/${banned.id}`, { as: "service", text: ban });
  await replay.sendAll(["banned: right password", "banned: wrong password"]);
  const { refresh_token: token, access_token: access } = banned.session;
  await replay.send("banned: refresh", { body: { refresh_token: token } });
  await replay.send("banned: GET /user", { as: access });
  const weakHash = "$2b$06$6T08/lWiNCDcy7m.KWxFFeNVp.6/KzdzR6C55sCBs2.ZgwVAC/t5u";
  const weak = await replay.user("weak-13@example.com", "conf", {
    password: undefined,
    password_hash: weakHash,
  });
  await replay
    .server("conf")
    .database.query(
      "update auth.users set encrypted_password = extensions.crypt('onlyletters', extensions.gen_salt('bf', 4)) where id = $1",
      [weak.id],
    );
  await replay.sendAll([
    "weak existing password signs in with weak_password",
    "otp unknown user, create_user false",
    "otp unknown user when sign-ups off",
    "otp nothing given",
    "otp bad e-mail",
    "otp phone",
    "otp both",
    "otp ok",
    "otp again at once",
  ]);
  await replay.prepare("auto", "POST /otp", { email: "fresh-17@example.com" });
  const list = await replay.raw("auto", "GET", "/admin/users?filter=fresh-17", { as: "service" });
  replay.made("otp new user (autoconfirm) creates a confirmed user", { body: list.body.users[0] });
  const expired = await replay.email("u-2@example.com");
  await replay.sendAll([
    "verify wrong code",
    "verify wrong code, unknown user",
    "verify wrong hash",
    "verify no type",
    "verify no token",
    "verify token and hash",
    "verify hash with e-mail",
    "verify bad e-mail",
    "verify token without address",
    "verify unknown type",
    "verify unknown type by hash",
    "verify sms by phone",
  ]);
  replay.pass(3700);
  await replay.send("verify expired code", { body: { token: expired.code } });
  await replay.prepare("conf", "POST /otp", { email: "u-2@example.com" });
  const { code } = await replay.email("u-2@example.com");
  await replay.send("verify right code", { body: { token: code } });
  await replay.send("verify used code", { body: { token: code } });
  await replay.sendAll([
    "GET verify without type",
    "GET verify without token",
    "GET verify wrong token keeps the query of redirect_to",
    "GET verify wrong pkce token keeps the query of redirect_to",
    "GET verify foreign redirect_to",
    "recover unknown",
    "recover no e-mail",
    "recover ok",
    "recover again at once",
    "resend no type",
    "resend signup no e-mail",
    "resend email_change no e-mail",
    "resend signup confirmed",
    "resend sms",
    "resend magiclink type",
  ]);
  await replay.user("u-2@example.com", "conf", { id: knownId });
}

export async function repeatSessions(replay: Replay): Promise<void> {
  await replay.sendAll(["refresh empty", "refresh malformed", "refresh unknown (well-formed)"]);
  const { session } = await replay.join();
  const first = { refresh_token: session.refresh_token };
  const refresh = async (token: string) => {
    const path = "/token?grant_type=refresh_token";
    const { body } = await replay.prepare("conf", `POST ${path}`, { refresh_token: token });
    return body.refresh_token as string;
  };
  const child = await refresh(first.refresh_token);
  await replay.send("refresh reuse of parent within interval gives live token", { body: first });
  replay.pass(20);
  await replay.send("refresh reuse of parent after interval (child unused) still works", {
    body: first,
  });
  const grandchild = await refresh(child);
  replay.pass(20);
  await replay.send("refresh reuse of grandparent after interval", { body: first });
  await replay.send("live token of that family is dead", { body: { refresh_token: grandchild } });
  await replay.send("access token of that family still reads /user (legacy algorithm)", {
    as: session.access_token,
  });
  const { keys } = replay.server("conf").backend;
  const leaving = await replay.join();
  const as = leaving.session.access_token;
  await replay.send("logout bad scope", { as });
  await replay.send("logout without token", { as: keys.anon });
  await replay.send("logout local", { as });
  await replay.send("user after logout", { as });
  await replay.send("logout twice", { as });
  await replay.send("refresh after logout", {
    body: { refresh_token: leaving.session.refresh_token },
  });
  const late = await replay.join();
  replay.pass(3700);
  await replay.send("expired access token", { as: late.session.access_token });
  await replay.send("garbage access token", { as: "garbage" });
  await replay.send("anon key as access token", { as: keys.anon });
  await repeatUserChanges(replay);
}

async function repeatUserChanges(replay: Replay): Promise<void> {
  const { id, session, email } = await replay.join();
  const as = session.access_token;
  await replay.raw("conf", "PUT", "/user", { as, text: '{"data":{"a":1,"b":2}}' });
  await replay.sendAll(
    [
      "update same password",
      "update weak password",
      "update empty password",
      "update e-mail taken",
      "update e-mail malformed",
      "update app_metadata",
      "update phone malformed",
      "update data merges, null deletes",
      "update e-mail",
      "update e-mail again at once",
    ],
    { as },
  );
  const { database } = replay.server("conf");
  await database.query(
    "update auth.sessions set created_at = created_at - interval '2 days' where user_id = $1",
    [id],
  );
  await replay.sendAll(
    ["old session: password needs reauthentication", "old session: wrong nonce", "reauthenticate"],
    { as },
  );
  const { code } = await replay.email(email);
  await replay.send("old session: right nonce", { as, body: { nonce: code } });
  const mover = await replay.join("auto");
  await replay.prepare(
    "auto",
    "PUT /user",
    { email: "moved-27@example.com" },
    mover.session.access_token,
  );
  const moved = await replay.email("moved-27@example.com", "auto");
  await replay.send("e-mail change, autoconfirm on: one code is enough", {
    body: { token: moved.code },
  });
  const other = await replay.join();
  await replay.prepare(
    "conf",
    "PUT /user",
    { email: "moved-29@example.com" },
    other.session.access_token,
  );
  const half = await replay.email("moved-29@example.com");
  await replay.send("e-mail change, confirm on: first code", { body: { token: half.code } });
  const anonymous = await replay.raw("auto", "POST", "/signup", { text: "{}" });
  const nobody = String(anonymous.body.access_token);
  await replay.send("anonymous sets password without e-mail", { as: nobody });
  await repeatFactors(replay, nobody);
}

async function repeatFactors(replay: Replay, anonymous: string): Promise<void> {
  const { id, email, session } = await replay.join();
  const as = session.access_token;
  await replay.sendAll(["mfa enroll bad type", "mfa enroll phone", "mfa enroll webauthn"], { as });
  const { body: factor } = await replay.send("mfa enroll totp", { as });
  const code = () => generateCode(factor.totp.secret, replay.clock.now());
  await replay.sendAll(["mfa name conflict", "mfa factor id no uuid", "mfa unknown factor"], {
    as,
  });
  const ids = [factor.id];
  const { body: challenge } = await replay.send("mfa challenge", { as, ids });
  const challenged = { challenge_id: challenge.id };
  await replay.send("mfa wrong code", { as, ids, body: { ...challenged, code: wrong(code()) } });
  await replay.send("mfa no code", { as, ids, body: challenged });
  await replay.send("mfa unknown challenge", { as, ids });
  replay.pass(301);
  await replay.send("mfa expired challenge", { as, ids, body: { ...challenged, code: code() } });
  const again = await replay.raw("conf", "POST", `/factors/${factor.id}/challenge`, {
    as,
    text: "{}",
  });
  const proof = { challenge_id: again.body.id, code: code() };
  const { body: raised } = await replay.send("mfa verify", { as, ids, body: proof });
  await replay.send("mfa challenge used twice", { as, ids, body: proof });
  const low = (await replay.signIn(email)).access_token;
  await replay.send("mfa aal1: unenroll verified", { as: low, ids });
  await replay.sendAll(["mfa aal1: enroll another", "mfa aal1: change password"], { as: low });
  await replay.send("admin deletes a factor: answer", { as: "service", ids: [id, factor.id] });
  await replay.send("admin deletes a factor: sessions fall to aal1", {
    body: { refresh_token: raised.refresh_token },
  });
  await replay.send("mfa anonymous enroll", { as: anonymous });
  const { session: open } = await replay.join("auto");
  await replay.send("mfa enroll when off", { as: open.access_token });
}

export async function repeatAdmin(replay: Replay): Promise<void> {
  const { session } = await replay.join();
  await replay.send("admin: by a user", { as: session.access_token });
  await replay.send("admin: by anon key");
  await replay.sendAll(
    [
      "admin create existing",
      "admin create nothing",
      "admin create weak password is taken",
      "admin create: user_metadata as given",
      "admin create argon2 hash",
      "admin create both password and hash",
      "admin create bad id",
      "admin create by phone",
      "admin get bad id",
      "admin get unknown",
    ],
    { as: "service" },
  );
  const target = await replay.join("conf");
  await replay.raw("conf", "PUT", `/admin/users/${target.id}`, {
    as: "service",
    text: '{"app_metadata":{"a":1}}',
  });
  const ids = [target.id];
  await replay.sendAll(
    ["admin update to a taken e-mail", "admin update bad ban", "admin update app_metadata merges"],
    { as: "service", ids },
  );
  const text = '{"password":"newpassw0rd"}';
  await replay.raw("conf", "PUT", `/admin/users/${target.id}`, { as: "service", text });
  await replay.send("admin update password ends sessions", { as: target.session.access_token });
  const anonymous = await replay.raw("auto", "POST", "/signup", { text: '{"data":{"a":1}}' });
  await replay.send("admin confirms an anonymous user's e-mail: no longer anonymous", {
    as: "service",
    ids: [String(anonymous.body.user.id)],
  });
  await replay.send("admin delete unknown", { as: "service" });
  const leaving = await replay.join("conf", "u-40@example.com");
  await replay.raw("conf", "DELETE", `/admin/users/${leaving.id}`, {
    as: "service",
    text: '{"should_soft_delete":true}',
  });
  await replay.send("admin soft delete then sign in");
  await replay.sendAll(
    ["admin list", "admin list page=0", "admin list page=x", "admin list sort", "admin audit"],
    { as: "service" },
  );
  await replay.sendAll(
    [
      "admin generate_link bad type",
      "admin generate_link recovery unknown",
      "admin generate_link signup existing",
      "admin generate_link signup no password",
    ],
    { as: "service" },
  );
  await replay.raw("conf", "POST", "/admin/generate_link", {
    as: "service",
    text: '{"type":"signup","email":"gl-43@example.com","password":"passw0rd1"}',
  });
  await replay.sendAll(
    [
      "admin generate_link signup again, unconfirmed, without password",
      "admin generate_link magiclink unknown = signup",
      "admin generate_link email_change no new_email",
      "invite existing",
      "invite new",
    ],
    { as: "service" },
  );
  await replay.send("invite by anon");
  replay.pass(3700);
  await replay.sendAll(["unlink identity", "link identity"], { as: session.access_token });
  await replay.sendAll(["authorize provider off", "sso", "passkeys", "oauth server"]);
  await repeatExchange(replay);
  await replay.sendAll(["settings", "health", "jwks", "openid-configuration"]);
  const keyless = await replay.raw("conf", "GET", "/.well-known/openid-configuration", {
    headers: { apikey: undefined },
  });
  replay.made("openid-configuration without key", { status: keyless.status, body: keyless.body });
  await replay.send("unknown path");
  await replay.send("old error shape without version header", {
    headers: { "x-supabase-api-version": undefined },
  });
  await replay.send("rate limit of /verify (30 in 5 min)");
}

async function repeatExchange(replay: Replay): Promise<void> {
  await replay.sendAll(["pkce empty", "pkce unknown code"]);
  const { email } = await replay.user();
  await replay.prepare("conf", "POST /otp", {
    email,
    code_challenge: CHALLENGE,
    code_challenge_method: "s256",
  });
  const { link } = await replay.email(email);
  const followed = await replay.raw("conf", "GET", "", { url: link });
  const code = new URL(followed.headers.get("location") ?? "").searchParams.get("code");
  const body = { auth_code: code };
  await replay.send("pkce wrong verifier", { body });
  const right = { ...body, code_verifier: VERIFIER };
  await replay.send("pkce right verifier after a wrong one", { body: right });
  await replay.send("pkce code used twice", { body: right });
}
