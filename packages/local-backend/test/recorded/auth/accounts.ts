import { generateCode } from "./authenticator.ts";
import type { Replay } from "./replay.ts";

export async function repeatTwoFactors(replay: Replay): Promise<void> {
  const { id, email, session } = await replay.join();
  const earlier = await replay.signIn(email);
  const stranger = (await replay.join()).session.access_token;
  const as = session.access_token;
  const { body: factor } = await replay.send("mfa enroll without a name", { as });
  await replay.send("mfa enroll without a name again", { as });
  const { body: named } = await replay.send("mfa enroll with issuer", { as });
  await replay.sendAll(
    [
      "mfa user with unverified factors",
      "mfa enroll 3",
      "mfa enroll 4",
      "mfa enroll 5",
      "mfa enroll above the limit",
      "mfa enroll bad body",
    ],
    { as },
  );
  await replay.sendAll(["mfa unenroll unverified", "mfa unenroll twice"], {
    as,
    ids: [named.id],
  });
  const ids = [factor.id];
  const { body: challenge } = await replay.send("mfa challenge without body", { as, ids });
  const challenged = { challenge_id: challenge.id };
  await replay.send("mfa verify code of 5 digits", { as, ids, body: challenged });
  await replay.sendAll(["mfa verify challenge no uuid", "mfa verify without challenge"], {
    as,
    ids,
  });
  await replay.sendAll(
    ["mfa challenge of another user's factor", "mfa unenroll another user's factor"],
    { as: stranger, ids },
  );
  const code = generateCode(factor.totp.secret, replay.clock.now());
  const { body: raised } = await replay.send("mfa verify first: aal2 session", {
    as,
    ids,
    body: { ...challenged, code },
  });
  await replay.send("mfa after verify: other unverified factors are gone", {
    as: raised.access_token,
  });
  await replay.send("mfa after verify: earlier session", { as: earlier.access_token });
  await replay.send("mfa after verify: old token of the same session", { as });
  const { body: refreshed } = await replay.send("mfa refresh keeps aal2", {
    body: { refresh_token: raised.refresh_token },
  });
  const low = await replay.signIn(email);
  await replay.send("mfa new sign-in is aal1", { as: low.access_token });
  await replay.send("mfa aal1 refresh", { body: { refresh_token: low.refresh_token } });
  await replay.sendAll(["mfa aal1 updates data", "mfa aal1 changes e-mail"], {
    as: low.access_token,
  });
  await replay.send("mfa aal2 enroll second", { as: refreshed.access_token });
  const admin = { as: "service", ids: [id, factor.id] };
  await replay.sendAll(["mfa list by admin", "mfa admin updates name"], admin);
  await replay.send("mfa admin deletes unknown factor", { as: "service", ids: [id] });
  await replay.send("mfa unenroll verified in aal2", { as: refreshed.access_token, ids });
  await replay.send("mfa after unenroll: refresh", {
    body: { refresh_token: raised.refresh_token },
  });
}

export async function repeatSignOuts(replay: Replay): Promise<void> {
  for (const scope of ["global", "local", "others", "default"]) {
    const { email, session: own } = await replay.join();
    const other = await replay.signIn(email);
    const name = `logout ${scope}`;
    await replay.send(name, { as: own.access_token });
    await replay.send(`${name}: own user`, { as: own.access_token });
    await replay.send(`${name}: own refresh`, { body: { refresh_token: own.refresh_token } });
    await replay.send(`${name}: other user`, { as: other.access_token });
    await replay.send(`${name}: other refresh`, { body: { refresh_token: other.refresh_token } });
  }
}

const REFRESH = "/token?grant_type=refresh_token";

export async function repeatRefreshes(replay: Replay): Promise<void> {
  const { session } = await replay.join();
  const text = JSON.stringify({ refresh_token: session.refresh_token });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => replay.raw("conf", "POST", REFRESH, { text })),
  );
  const tokens = new Set(answers.map(({ body }) => String(body.refresh_token)));
  const [winner = ""] = tokens;
  await replay.send("refresh parallel 20: winner's token goes on", {
    body: { refresh_token: winner },
  });
  replay.made("refresh parallel 20: any status but 200/409?", {
    status: answers.every(({ status }) => status === 200 || status === 409),
    body: { tokens: tokens.size },
  });
  await repeatEnds(replay);
  const second = await replay.join();
  const first = { refresh_token: second.session.refresh_token };
  const next = async (token: string) => {
    const { body } = await replay.prepare("conf", `POST ${REFRESH}`, { refresh_token: token });
    return String(body.refresh_token);
  };
  await next(await next(first.refresh_token));
  const { body: reused } = await replay.send("refresh grandparent within the interval", {
    body: first,
  });
  replay.pass(20);
  await replay.send("refresh grandparent outside", { body: first });
  await replay.send("family revoked: live token 20 s later", {
    body: { refresh_token: reused.refresh_token },
  });
  await replay.send("family revoked: user", { as: second.session.access_token });
  const third = await replay.join();
  const live = { refresh_token: third.session.refresh_token };
  await replay.send("refresh with spaces");
  await replay.sendAll(["refresh number", "refresh null"]);
  const late = await replay.join();
  replay.pass(3700);
  await replay.send("refresh with an expired bearer too", {
    as: late.session.access_token,
    body: live,
  });
  await replay.send("refresh by form body");
  const linked = { as: (await replay.join()).session.access_token };
  await replay.sendAll(
    [
      "identities authorize (manual linking off)",
      "identities delete (manual linking off)",
      "identities list is in the user",
    ],
    linked,
  );
}

async function repeatEnds(replay: Replay): Promise<void> {
  const gone = await replay.join("conf", "u-52@example.com");
  await replay.raw("conf", "DELETE", `/admin/users/${gone.id}`, { as: "service" });
  const { access_token: as, refresh_token: token } = gone.session;
  await replay.send("refresh after deletion", { body: { refresh_token: token } });
  await replay.sendAll(["user after deletion", "logout after deletion"], { as });
  await replay.sendAll(["sign in after deletion", "sign up after deletion"]);
  const banned = await replay.join("conf", "u-53@example.com");
  const ids = [banned.id];
  await replay.send("ban: answer", { as: "service", ids });
  await replay.sendAll(["ban: otp", "ban: recover"]);
  await replay.send("ban: logout", { as: banned.session.access_token });
  await replay.send("ban lifted: answer", { as: "service", ids });
  await replay.send("ban lifted: refresh", {
    body: { refresh_token: banned.session.refresh_token },
  });
}

export async function repeatAnonymous(replay: Replay): Promise<void> {
  const { body } = await replay.send("anon sign-in");
  const as = body.access_token;
  await replay.send("anon user", { as });
  await replay.send("anon refresh", { body: { refresh_token: body.refresh_token } });
  await replay.sendAll(["anon gets an address", "anon gets a password", "anon after: user"], {
    as,
  });
  await replay.send("anon after: signs in");
  const guest = async () => {
    const entered = await replay.raw("auto", "POST", "/signup", { text: "{}" });
    return { as: String(entered.body.access_token), id: String(entered.body.user.id) };
  };
  await replay.send("anon reauthenticate", await guest());
  const named = await guest();
  await replay.send("anon address and password together", named);
  await replay.send("anon logout", await guest());
  await replay.sendAll(["anon with null e-mail", "anon with empty strings"]);
  await replay.send("anon admin get", { as: "service", ids: [named.id] });
}
