import type { Replay } from "./replay.ts";

// biome-ignore lint/suspicious/noExplicitAny: the recording kept different parts of a body
type View = (body: any, headers: Headers) => unknown;

const keysOf: View = (body) => Object.keys(body);

/** Returns the parts of a list of users that the recording contains. */
const pagesOf: View = (body, headers) => {
  const link = (headers.get("link") ?? "").replaceAll(/=\d+/g, "=N");
  const total = headers.has("x-total-count");
  const users: unknown[] | undefined = body.users;
  return {
    ...(users === undefined ? {} : { aud: body.aud, n: users.length }),
    keys: Object.keys(body),
    link,
    total,
  };
};

const as = "service";

export async function repeatLists(replay: Replay): Promise<void> {
  for (let i = 0; i < 5; i++) {
    await replay.user(`li-${56 + i}@example.com`, "conf", {
      user_metadata: { i },
      app_metadata: { team: i },
    });
  }
  for (const name of [
    "admin list page 1 of many: headers",
    "admin list page 2: headers",
    "admin list page 999: headers",
    "admin list no paging: headers",
    "admin list per_page=0",
    "admin list per_page=-1",
  ]) {
    await replay.send(name, { as, view: pagesOf });
  }
  await replay.send("admin list per_page=100000", {
    as,
    view: (body) => ({ keys: keysOf(body, new Headers()) }),
  });
  const count: View = (body) => ({ n: body.users.length });
  await replay.send("admin list filter", { as, view: count });
  await replay.sendAll(
    ["admin list filter unknown", "admin list one user whole", "admin list sort bad"],
    { as },
  );
  const order: View = (body) =>
    body.users.map((user: { user_metadata: { i: number } }) => user.user_metadata.i);
  await replay.sendAll(["admin list sort asc", "admin list sort desc"], { as, view: order });
  await replay.send("admin list cursor paging", { as, view: keysOf });
}

export async function repeatAccounts(replay: Replay): Promise<void> {
  await replay.send("admin create with everything", { as });
  await replay.send("admin create: role in the token");
  await replay.send("admin get it", { as });
  await replay.sendAll(
    [
      "admin create same id",
      "admin create without password",
      "admin create upper case",
      "admin create bad email",
      "admin create bad metadata",
      "admin create empty password",
      "admin create 73 byte password",
      "admin create bcrypt hash",
      "admin create bad hash",
    ],
    { as },
  );
  const { id, session } = await replay.join();
  const ids = [id];
  await replay.sendAll(["admin update e-mail", "admin update e-mail confirmed"], { as, ids });
  await replay.send("admin update: session goes on", { as: session.access_token });
  await replay.sendAll(
    [
      "admin update weak password",
      "admin update user_metadata merges",
      "admin update user_metadata null deletes",
      "admin update app_metadata null deletes",
      "admin update role",
    ],
    { as, ids },
  );
  const refresh = { body: { refresh_token: session.refresh_token } };
  await replay.send("admin update role: next token", refresh);
  await replay.sendAll(
    [
      "admin update empty",
      "admin update phone",
      "admin update bad email",
      "admin update email_confirm false",
      "admin update password: answer",
    ],
    { as, ids },
  );
  await replay.send("admin update password: refresh", refresh);
  await replay.sendAll(
    [
      "admin ban 'abc'",
      "admin ban negative",
      "admin delete hard: answer",
      "admin get deleted",
      "admin delete again",
    ],
    { as, ids },
  );
  const soft = await replay.join("conf", "u-72@example.com");
  await replay.sendAll(["admin soft delete: answer", "admin soft deleted: get"], {
    as,
    ids: [soft.id],
  });
  await replay.send("admin soft deleted: token", { as: soft.session.access_token });
  await replay.send("admin soft deleted: refresh", {
    body: { refresh_token: soft.session.refresh_token },
  });
  await replay.send("admin soft deleted: sign up again");
  await replay.send("admin soft delete twice", { as, ids: [soft.id] });
}

const TARGET = "https://app.example.com/gl?x=1";

/** The recording used a new email address for each link of the types `signup` and `invite`. */
const LINKS = [
  { type: "signup", uses: ["gl-73", "gl-74", "gl-75"] },
  { type: "invite", uses: ["gl-76", "gl-77", "gl-78"] },
  { type: "magiclink", uses: ["u-79", "u-79", "u-79"] },
  { type: "recovery", uses: ["u-80", "u-80", "u-80"] },
  { type: "email_change_current", uses: ["u-81", "u-81", "u-81"], next: "gln-82@example.com" },
  { type: "email_change_new", uses: ["u-83", "u-83", "u-83"], next: "gln-84@example.com" },
] as const;

export async function repeatLinks(replay: Replay): Promise<void> {
  for (const link of LINKS) {
    const [byHash, byLink, byCode] = link.uses.map((name) => `${name}@example.com`);
    if (byHash === byLink) await replay.join("conf", byHash);
    const create = async (email = "") => {
      const request = {
        type: link.type,
        email,
        password: "passw0rd1",
        data: { g: 1 },
        redirect_to: TARGET,
        ...("next" in link ? { new_email: link.next } : {}),
      };
      const text = JSON.stringify(request);
      const { body } = await replay.raw("conf", "POST", "/admin/generate_link", { as, text });
      return body;
    };
    const name = `generate_link ${link.type}`;
    const { body: made } = await replay.send(name, { as });
    await replay.send(`${name}: token_hash`, { body: { token_hash: made.hashed_token } });
    const url = (await create(byLink)).action_link;
    await replay.send(`${name}: link`, { url });
    await replay.send(`${name}: otp`, { body: { token: (await create(byCode)).email_otp } });
  }
  await replay.join("conf", "u-85@example.com");
  await replay.send("generate_link with redirect header", {
    as,
    headers: { redirect_to: "https://app.example.com/hdr" },
  });
  await replay.sendAll(
    [
      "generate_link foreign redirect",
      "generate_link no e-mail",
      "generate_link no type",
      "generate_link invite existing",
      "generate_link email_change to a taken address",
    ],
    { as },
  );
  const { keys } = replay.server("conf").backend;
  await replay.send("generate_link by anon (publishable)", {
    headers: { apikey: keys.publishable },
  });
  await replay.send("generate_link by secret key", { headers: { apikey: keys.secret } });
  await repeatInvitations(replay);
}

async function repeatInvitations(replay: Replay): Promise<void> {
  await replay.sendAll(["invite", "invite again at once"], { as });
  const { code } = await replay.email("iv-86@example.com");
  await replay.send("invite code", { body: { token: code } });
  const invite = async (email: string) => {
    await replay.raw("conf", "POST", "/invite", { as, text: JSON.stringify({ email }) });
    return replay.email(email);
  };
  await replay.send("invite link", { url: (await invite("iv-87@example.com")).link });
  await replay.sendAll(["invite accepted: again", "invite bad address"], { as });
  await invite("iv-88@example.com");
  await replay.sendAll(["invited user signs in with password", "invited user signs up"]);
  await replay.sendAll(
    [
      "invite when sign-up is off",
      "admin create when sign-up is off",
      "magiclink generate when sign-up is off",
    ],
    { as },
  );
}
