import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthWorld, createAuthWorld } from "./auth-people.ts";

let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld({
    auth: { sessions: { timebox: "24h", inactivity_timeout: "8h" } },
  });
});
afterAll(() => world.stop());

async function firstToken(name: string): Promise<string> {
  const { client } = await world.signIn(name);
  const { data } = await client.auth.getSession();
  return data.session?.refresh_token ?? "";
}

interface Refreshed {
  status: number;
  code: string | null;
  token: string;
}

async function refresh(token: string): Promise<Refreshed> {
  const response = await world.call("/token?grant_type=refresh_token", {
    json: { refresh_token: token },
  });
  const body = (await response.json()) as { refresh_token: string };
  const code = response.headers.get("x-sb-error-code");
  return { status: response.status, code, token: body.refresh_token };
}

/** Lets time pass for tokens that are revoked already. */
async function age(token: string, interval: string): Promise<void> {
  await world.database.query(
    "update auth.refresh_tokens set updated_at = updated_at - $2::interval where token = $1",
    [token, interval],
  );
}

async function liveTokens(token: string): Promise<number> {
  const { rows } = await world.database.query(
    `select count(*)::int as live from auth.refresh_tokens
     where not revoked and session_id = (
       select session_id from auth.refresh_tokens where token = $1)`,
    [token],
  );
  return rows[0].live;
}

const ALREADY_USED = { status: 400, code: "refresh_token_already_used" };

describe("refresh", () => {
  test("rotates: supabase-js gets a new pair for the same session", async () => {
    const { client } = await world.signIn("rotation");
    const before = (await client.auth.getSession()).data.session;
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token);
    const sessionOf = (token = "") =>
      JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    const [old, fresh] = [before?.access_token, data.session?.access_token].map(sessionOf);
    expect(fresh.session_id).toBe(old.session_id);
    expect(fresh.amr).toEqual(old.amr);
  });

  test("20 at once end with the same token and one live token", async () => {
    const token = await firstToken("parallel");
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.token)).size).toBe(1);
    expect(await liveTokens(token)).toBe(1);
  });

  test("the parent of the active token is answered with it at any age: the answer was lost", async () => {
    const parent = await firstToken("lost");
    const child = await refresh(parent);
    await age(parent, "30 days");
    expect(await refresh(parent)).toEqual(child);
  });

  test("a grandparent within the reuse interval gets a new child", async () => {
    const first = await firstToken("nine");
    const second = await refresh(first);
    const third = await refresh(second.token);
    await age(first, "9 s");
    const again = await refresh(first);
    expect(again.status).toBe(200);
    expect([first, second.token, third.token]).not.toContain(again.token);
  });

  test("a grandparent after the reuse interval revokes the family, and that stays", async () => {
    const first = await firstToken("eleven");
    const second = await refresh(first);
    const third = await refresh(second.token);
    await age(first, "11 s");
    expect(await refresh(first)).toMatchObject(ALREADY_USED);
    expect(await liveTokens(first)).toBe(0);
    expect(await refresh(third.token)).toMatchObject(ALREADY_USED);
    expect(await refresh(second.token)).toMatchObject(ALREADY_USED);
  });

  test("an unknown token, and one of an ended session, are not found", async () => {
    expect(await refresh("unknown")).toMatchObject({
      status: 400,
      code: "refresh_token_not_found",
    });
    const { client } = await world.signIn("ended");
    const token = (await client.auth.getSession()).data.session?.refresh_token ?? "";
    await client.auth.signOut();
    expect(await refresh(token)).toMatchObject({ status: 400, code: "refresh_token_not_found" });
  });

  test("timebox and inactivity_timeout end a session", async () => {
    const old = await firstToken("timebox");
    const idle = await firstToken("idle");
    const shift = (token: string, column: string, interval: string) =>
      world.database.query(
        `update auth.sessions set ${column} = now() - $2::interval
         where id = (select session_id from auth.refresh_tokens where token = $1)`,
        [token, interval],
      );
    await shift(old, "created_at", "25 hours");
    await world.database.query(
      `update auth.sessions set refreshed_at = now() at time zone 'utc'
       where id = (select session_id from auth.refresh_tokens where token = $1)`,
      [old],
    );
    await shift(idle, "created_at", "9 hours");
    const expired = { status: 400, code: "session_expired" };
    expect(await refresh(old)).toMatchObject(expired);
    expect(await refresh(idle)).toMatchObject(expired);
  });

  test("a refresh that waits too long for another one is told to come again", async () => {
    const token = await firstToken("conflict");
    await world.database.query("begin");
    await world.database.query(
      `select id from auth.sessions
       where id = (select session_id from auth.refresh_tokens where token = $1) for update`,
      [token],
    );
    const answer = await refresh(token);
    await world.database.query("rollback");
    expect(answer).toMatchObject({ status: 409, code: "conflict" });
    expect(await refresh(token)).toMatchObject({ status: 200 });
  });

  test("a grant that is not offered is refused", async () => {
    const response = await world.call("/token?grant_type=id_token", { json: { provider: "x" } });
    expect(response.status).toBe(400);
  });
});
