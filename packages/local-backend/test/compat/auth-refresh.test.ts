import type { Session } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthWorld, createAuthWorld } from "./auth-people.ts";
import { createClock } from "./clock.ts";

const DAY = 86_400;
const TIMEBOX_DAYS = 100;
const REST_DAYS = 40;

const clock = createClock();
let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld(
    {
      auth: {
        sessions: {
          timebox: `${TIMEBOX_DAYS * 24}h`,
          inactivity_timeout: `${REST_DAYS * 24}h`,
        },
      },
    },
    clock,
  );
});
afterAll(() => world.stop());

interface Refreshed {
  code: string | undefined;
  token: string | undefined;
  session: Session | null;
}

/** Refreshes in a new client, as another tab or device would. */
async function refresh(token: string | undefined): Promise<Refreshed> {
  const { data, error } = await world
    .guest()
    .auth.refreshSession({ refresh_token: token ?? "none" });
  return { code: error?.code, token: data.session?.refresh_token, session: data.session };
}

async function enter(name: string) {
  const entered = await world.enter(name);
  const { data } = await entered.client.auth.getSession();
  if (data.session === null) throw new Error("no session");
  return { ...entered, session: data.session, token: data.session.refresh_token };
}

async function countLive(token: string | undefined): Promise<number> {
  const { rows } = await world.database.query(
    `select count(*)::int as live from auth.refresh_tokens
     where not revoked and session_id = (
       select session_id from auth.refresh_tokens where token = $1)`,
    [token],
  );
  return rows[0].live;
}

const USED = "refresh_token_already_used";

describe("a refresh", () => {
  // S-6.18
  test("returns a new token pair for the same session", async () => {
    const { client, session } = await enter("rotation");
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(data.session?.access_token).not.toBe(session.access_token);
    const [old, fresh] = [session, data.session].map((one) => decodeJwt(one?.access_token ?? ""));
    expect(fresh).toMatchObject({ session_id: old?.session_id, amr: old?.amr });
    expect((await client.auth.getUser()).error).toBeNull();
  });

  test("a refreshed token contains the current data of the user", async () => {
    const { client, id } = await enter("rebuilt");
    await world.admin.auth.admin.updateUserById(id, {
      email: "rebuilt-now@example.test",
      app_metadata: { plan: "firm" },
      user_metadata: { name: "Ada" },
    });
    const { data } = await client.auth.refreshSession();
    expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({
      sub: id,
      email: "rebuilt-now@example.test",
      app_metadata: { provider: "email", plan: "firm" },
      user_metadata: { name: "Ada" },
    });
  });

  test("returns the same refresh token to 20 concurrent refreshes", async () => {
    const { token } = await enter("parallel");
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
    expect(answers.map(({ code }) => code).filter((code) => code !== undefined)).toEqual([]);
    expect(new Set(answers.map((answer) => answer.token)).size).toBe(1);
    expect(await countLive(token)).toBe(1);
  });
});

describe("a refresh with a used or revoked token", () => {
  test("returns the current refresh token to a client that sends the previous one, even long after the replacement", async () => {
    const { token: parent } = await enter("lost");
    const child = await refresh(parent);
    for (const seconds of [1, 11, 30 * DAY]) {
      clock.advance(seconds);
      expect((await refresh(parent)).token).toBe(child.token);
    }
    expect(await countLive(parent)).toBe(1);
    expect((await refresh(child.token)).code).toBeUndefined();
  });

  test("returns a new refresh token if a client uses an older one within the reuse interval", async () => {
    const { token: first } = await enter("nine");
    const second = await refresh(first);
    const third = await refresh(second.token);
    clock.advance(9);
    const again = await refresh(first);
    expect(again.code).toBeUndefined();
    expect([first, second.token, third.token]).not.toContain(again.token);
    expect((await refresh(again.token)).code).toBeUndefined();
  });

  test("revokes all tokens of the session if a client uses an older refresh token after the reuse interval", async () => {
    const { token: first, email } = await enter("eleven");
    const otherSession = await world.admin.auth.admin.generateLink({ type: "magiclink", email });
    const other = world.guest();
    await other.auth.verifyOtp({
      type: "magiclink",
      token_hash: otherSession.data.properties?.hashed_token ?? "",
    });
    const second = await refresh(first);
    const third = await refresh(second.token);
    clock.advance(11);
    expect((await refresh(first)).code).toBe(USED);
    expect(await countLive(first)).toBe(0);
    for (const token of [third.token, second.token, first]) {
      expect((await refresh(token)).code).toBe(USED);
    }
    expect((await other.auth.refreshSession()).error).toBeNull();
  });

  test("returns refresh_token_not_found after a sign-out", async () => {
    const { client, token } = await enter("ended");
    await client.auth.signOut();
    expect((await refresh(token)).code).toBe("refresh_token_not_found");
  });
});

describe("Auth with session timeouts", () => {
  test("ends a session when inactivity_timeout has passed since the last refresh", async () => {
    let { token } = await enter("idle");
    for (const days of [REST_DAYS - 1, REST_DAYS - 1]) {
      clock.advance(days * DAY);
      const refreshed = await refresh(token);
      expect(refreshed.code).toBeUndefined();
      token = refreshed.token ?? "";
    }
    clock.advance(REST_DAYS * DAY);
    expect((await refresh(token)).code).toBe("session_expired");
  });

  test("ends an active session when timebox has passed since the sign-in", async () => {
    let { token } = await enter("timebox");
    for (const days of [30, 30, 30, 9]) {
      clock.advance(days * DAY);
      const refreshed = await refresh(token);
      expect(refreshed.code).toBeUndefined();
      token = refreshed.token ?? "";
    }
    clock.advance(1 * DAY);
    expect((await refresh(token)).code).toBe("session_expired");
  });
});

test("if rotation is disabled, still exchanges tokens and refuses a reused token, but revokes no other token", async () => {
  const kept = await createAuthWorld({ auth: { enable_refresh_token_rotation: false } }, clock);
  const exchange = async (token: string | undefined) => {
    const asked = { refresh_token: token ?? "none" };
    const { data, error } = await kept.guest().auth.refreshSession(asked);
    return { code: error?.code, token: data.session?.refresh_token };
  };
  try {
    const { client } = await kept.enter("kept");
    const { data } = await client.auth.getSession();
    const first = data.session?.refresh_token;
    const second = await exchange(first);
    const third = await exchange(second.token);
    expect(new Set([first, second.token, third.token]).size).toBe(3);
    clock.advance(11);
    expect((await exchange(first)).code).toBe(USED);
    expect((await exchange(third.token)).code).toBeUndefined();
  } finally {
    await kept.stop();
  }
});

test("refuses a sign-in with an ID token, because no provider is enabled", async () => {
  const { error } = await world.guest().auth.signInWithIdToken({ provider: "google", token: "x" });
  expect(error).toMatchObject({ status: 400, code: "provider_disabled" });
});
