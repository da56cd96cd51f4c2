import type { ReceivedEmail, Replay, Session } from "./replay.ts";

const VERIFIER = "v".repeat(60);
const PKCE = {
  code_challenge: "NeXgPm-CVJuFkX674guN_H_1w2B5Ks8R8EehiO9HwIU",
  code_challenge_method: "s256",
};

async function signUp(replay: Replay, email: string, fields = {}): Promise<ReceivedEmail> {
  await replay.prepare("conf", "POST /signup", { email, password: "passw0rd1", ...fields });
  return replay.email(email);
}

async function follow(replay: Replay, link: string): Promise<string> {
  const { headers } = await replay.raw("conf", "GET", "", { url: link });
  return new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";
}

const codeIn = (headers: Headers): string =>
  new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";

const exchange = (code: string) => ({ body: { auth_code: code, code_verifier: VERIFIER } });

export async function repeatSignUps(replay: Replay): Promise<void> {
  await replay.send("su new with redirect_to");
  const first = await replay.email("su-1@example.com");
  await replay.sendAll([
    "su sign-in before confirmation",
    "su again, unconfirmed, other password and data",
  ]);
  const second = await replay.email("su-1@example.com");
  await replay.send("su first mail's link after a second mail", { url: first.link });
  await replay.send("su link of the second mail (implicit)", { url: second.link });
  await replay.send("su same link again", { url: second.link });
  await replay.sendAll([
    "su sign-in with first password",
    "su sign-in with second password",
    "su existing confirmed (obfuscated) with data",
    "su upper case address of an existing user",
    "su resend for a confirmed user",
  ]);
  const byHash = { body: { token_hash: (await signUp(replay, "sh-2@example.com")).hash } };
  await replay.send("verify signup by token_hash", byHash);
  await replay.send("verify signup by token_hash twice", byHash);
  const wrongType = { body: { token: (await signUp(replay, "sc-3@example.com")).code } };
  await replay.send("verify signup by code with wrong type recovery", wrongType);
  await replay.send("verify signup by code, type magiclink", wrongType);
  const byCode = { body: { token: (await signUp(replay, "se-4@example.com")).code } };
  await replay.send("verify signup by code, type email", byCode);
  await replay.send("verify signup by code, used, type email", byCode);
  const upper = await signUp(replay, "ss-5@example.com");
  await replay.send("verify by code, address in upper case", { body: { token: upper.code } });
  const late = await signUp(replay, "sx-6@example.com");
  replay.pass(3700);
  await replay.send("verify signup by expired code", { body: { token: late.code } });
  await replay.send("verify signup by expired token_hash", { body: { token_hash: late.hash } });
  await replay.send("expired link by GET", { url: late.link });
  await replay.sendAll(["resend signup", "resend signup at once"]);
  const resent = await replay.email("sx-6@example.com");
  await replay.send("verify resent code", { body: { token: resent.code } });
  await replay.send("su pkce");
  const pkce = await replay.email("sp-7@example.com");
  const { headers } = await replay.send("su pkce link", { url: pkce.link });
  await replay.send("su pkce exchange", exchange(codeIn(headers)));
  const hashed = await signUp(replay, "sq-8@example.com", PKCE);
  await replay.send("su pkce mail's token_hash by POST /verify", {
    body: { token_hash: hashed.hash },
  });
  const coded = await signUp(replay, "sr-9@example.com", PKCE);
  await replay.send("su pkce mail's code by POST /verify", { body: { token: coded.code } });
  await replay.sendAll(["su autoconfirm: session", "su autoconfirm pkce"]);
  const long = `${"a".repeat(250)}@example.com`;
  await replay.send("su long address", {
    text: JSON.stringify({ email: long, password: "passw0rd1" }),
  });
  await replay.sendAll([
    "su plus and dots",
    "su quoted local part",
    "su idn domain",
    "su address with spaces around",
    "su password of exactly 72 bytes",
    "su password of 73 bytes",
    "su password of 40 two-byte letters",
    "su password of 4 emoji",
    "su data as array",
    "su data as string",
    "su data with sub and email",
    "su with channel, phone null",
    "su email and phone",
  ]);
}

export async function repeatCodes(replay: Replay): Promise<void> {
  const email = "o1-21@example.com";
  await replay.send("otp new, create_user true, confirmations on");
  const first = await replay.email(email);
  await replay.send("otp new: code by type email", { body: { token: first.code } });
  await replay.send("otp existing");
  const existing = await replay.email(email);
  await replay.send("otp existing: link", { url: existing.link });
  const ask = async () => {
    await replay.prepare("conf", "POST /otp", { email });
    return replay.email(email);
  };
  await replay.send("otp existing: token_hash type magiclink", {
    body: { token_hash: (await ask()).hash },
  });
  await replay.send("otp existing: token_hash type email", {
    body: { token_hash: (await ask()).hash },
  });
  const { code } = await ask();
  await replay.send("otp existing: code with type signup", { body: { token: code } });
  await replay.send("otp existing: code with type magiclink", { body: { token: code } });
  await replay.sendAll([
    "otp user: password sign-in without a password",
    "magiclink endpoint, new user",
    "magiclink endpoint, no address",
  ]);
  await replay.user("u-23@example.com");
  await replay.send("otp pkce");
  const pkce = await replay.email("u-23@example.com");
  const { headers } = await replay.send("otp pkce link", { url: pkce.link });
  await replay.send("otp pkce exchange", exchange(codeIn(headers)));
  await replay.send("otp pkce link again", { url: pkce.link });
  await replay.user("u-24@example.com");
  await replay.prepare("conf", "POST /otp", { email: "u-24@example.com", ...PKCE });
  const slow = await follow(replay, (await replay.email("u-24@example.com")).link);
  replay.pass(360);
  await replay.send("pkce code after 6 minutes", exchange(slow));
  await replay.send("otp pkce plain method");
  const plain = await follow(replay, (await replay.email("u-24@example.com")).link);
  await replay.send("pkce plain exchange", exchange(plain));
  await replay.sendAll(["pkce code no uuid", "otp bad method"]);
}

export async function repeatRecovery(replay: Replay): Promise<void> {
  const email = "u-25@example.com";
  const { session: old } = await replay.join("conf", email);
  await replay.send("recover with redirect");
  const { link } = await replay.email(email);
  const { headers } = await replay.send("recover link", { url: link });
  const fragment = new URLSearchParams(new URL(headers.get("location") ?? "").hash.slice(1));
  const as = fragment.get("access_token") ?? "";
  await replay.send("recover: set the password", { as });
  await replay.send("recover: old session after the change", { as: old.access_token });
  await replay.send("recover: old refresh after the change", {
    body: { refresh_token: old.refresh_token },
  });
  await replay.send("recover: new session goes on", { as });
  await replay.send("recover: sign in with it");
  const ask = async () => {
    await replay.prepare("conf", "POST /recover", { email });
    return replay.email(email);
  };
  await replay.send("recover: code by type recovery", { body: { token: (await ask()).code } });
  await replay.send("recover: code by type email", { body: { token: (await ask()).code } });
  await replay.send("recover: token_hash", { body: { token_hash: (await ask()).hash } });
  await replay.send("recover pkce");
  const code = await follow(replay, (await replay.email(email)).link);
  await replay.send("recover pkce exchange", exchange(code));
  await signUp(replay, "ru-26@example.com");
  await replay.send("recover of an unconfirmed user");
  const unconfirmed = await replay.email("ru-26@example.com");
  await replay.send("recover of an unconfirmed user: code", { body: { token: unconfirmed.code } });
  await replay.send("recover bad address");
}

const SITE = "https://app.example.com/ec";

async function askChange(
  replay: Replay,
  change: { next: string; session: Session; email: string; fields?: object; target?: string },
) {
  const body = { email: change.next, ...change.fields };
  const call = `PUT /user?redirect_to=${encodeURIComponent(change.target ?? SITE)}`;
  await replay.prepare("conf", call, body, change.session.access_token);
  return { next: await replay.email(change.next), current: await replay.email(change.email) };
}

export async function repeatChangesOfAddress(replay: Replay): Promise<void> {
  const orders = [
    { order: "new first", email: "u-27@example.com", next: "ec-28@example.com" },
    { order: "old first", email: "u-29@example.com", next: "ec-30@example.com" },
  ] as const;
  for (const { order, email, next } of orders) {
    const name = `email change (${order})`;
    const { session } = await replay.join("conf", email);
    const as = session.access_token;
    await replay.send(`${name}: ask`, { as });
    const codes = [(await replay.email(next)).code, (await replay.email(email)).code];
    const [first, second] = order === "new first" ? codes : codes.reverse();
    await replay.send(`${name}: wrong address for the code`, { body: { token: first } });
    await replay.send(`${name}: first code`, { body: { token: first } });
    await replay.send(`${name}: first code again`, { body: { token: first } });
    await replay.send(`${name}: user between`, { as });
    await replay.send(`${name}: second code`, { body: { token: second } });
    await replay.send(`${name}: user after`, { as });
    await replay.sendAll([`${name}: sign in with the new`, `${name}: sign in with the old`]);
  }
  const links = await replay.join();
  const plain = await askChange(replay, {
    ...links,
    next: "el-32@example.com",
    target: `${SITE}?k=v`,
  });
  await replay.send("email change links: first", { url: plain.next.link });
  await replay.send("email change links: second", { url: plain.current.link });
  const pkce = await replay.join();
  const both = await askChange(replay, { ...pkce, next: "ep-34@example.com", fields: PKCE });
  await replay.send("email change pkce links: first", { url: both.next.link });
  const { headers } = await replay.send("email change pkce links: second", {
    url: both.current.link,
  });
  await replay.send("email change pkce exchange", exchange(codeIn(headers)));
  const hashes = await replay.join();
  const sent = await askChange(replay, { ...hashes, next: "eh-36@example.com" });
  await replay.send("email change by token_hash: new", { body: { token_hash: sent.next.hash } });
  await replay.send("email change by token_hash: old", {
    body: { token_hash: sent.current.hash },
  });
  const same = await replay.join("conf", "u-37@example.com");
  const as = same.session.access_token;
  await replay.sendAll(
    ["email change to the same address", "email change to the same in upper case"],
    { as },
  );
  await askChange(replay, { ...same, next: "ex-38@example.com" });
  await replay.sendAll(["resend email_change", "resend email_change to the new address"]);
  const resent = await replay.email("ex-38@example.com");
  replay.pass(3700);
  await replay.send("email change expired code", { body: { token: resent.code } });
  const auto = await replay.join("auto");
  const bearer = { as: auto.session.access_token };
  await replay.send("email change, autoconfirm: ask", bearer);
  const { code } = await replay.email("ea-40@example.com", "auto");
  await replay.send("email change, autoconfirm: code of the new address", {
    body: { token: code },
  });
  await replay.send("email change, autoconfirm: user after", bearer);
}

export async function repeatOwnChanges(replay: Replay): Promise<void> {
  const { email, session } = await replay.join();
  const other = await replay.signIn(email);
  const as = session.access_token;
  await replay.sendAll(
    [
      "pw same",
      "pw too short",
      "pw letters only",
      "pw 73 bytes",
      "pw null",
      "pw number",
      "pw change: ok",
      "pw change: own session lives",
    ],
    { as },
  );
  await replay.send("pw change: other session's user", { as: other.access_token });
  await replay.send("pw change: other session's refresh", {
    body: { refresh_token: other.refresh_token },
  });
  const { body } = await replay.send("pw change: own refresh", {
    body: { refresh_token: session.refresh_token },
  });
  await replay.sendAll(
    [
      "pw with current_password field",
      "update empty body",
      "update unknown field",
      "update data null",
      "update data array",
      "update role as user",
      "update nested data",
      "update nested data again (replaced, not merged)",
    ],
    { as: body.access_token },
  );
  await repeatReauthentication(replay);
}

async function repeatReauthentication(replay: Replay): Promise<void> {
  const { id, email, session } = await replay.join();
  await replay
    .server("conf")
    .database.query(
      "update auth.sessions set created_at = created_at - interval '2 days' where user_id = $1",
      [id],
    );
  const as = session.access_token;
  await replay.sendAll(["reauthenticate", "reauthenticate at once"], { as });
  const late = await replay.email(email);
  replay.pass(3700);
  const path = "POST /token?grant_type=refresh_token";
  const { body } = await replay.prepare("conf", path, { refresh_token: session.refresh_token });
  const renewed = { as: String(body.access_token) };
  await replay.send("nonce expired", { ...renewed, body: { nonce: late.code } });
  replay.pass(61);
  await replay.raw("conf", "GET", "/reauthenticate", renewed);
  const nonce = { ...renewed, body: { nonce: (await replay.email(email)).code } };
  await replay.send("nonce right", nonce);
  await replay.send("nonce used again", nonce);
  await replay.send("no nonce, e-mail change in an old session", renewed);
}
