import { beforeEach, describe, expect, it } from "vitest";
import { ENDED_MAX } from "../config/constants.js";
import { createSessionServer } from "../server/session-server.js";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../testing/index.js";
import { realmState } from "./project-state.js";
import { recordSignOut } from "./tombstones.js";

const FOREVER = 1e12;

let memory: MemoryBackend;
let real: Awaited<ReturnType<MemoryBackend["auth"]["signIn"]>> | null = null;

beforeEach(() => {
  memory = createMemoryBackend();
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const books = async () => (await realmState(memory.backend, undefined)).ended;

async function forgedSignOut(count: number, refresh_token = `made-up-${count}`): Promise<Response> {
  const iat = memory.clock.now() / 1000;
  const claims = { session_id: `s${count}`, iat, exp: iat + FOREVER };
  const access_token = `${part({ alg: "ES256", kid: "x" })}.${part(claims)}.x`;
  const jar = memory.createJar();
  real ??= await memory.auth.signIn();
  memory.seed(jar, { ...real, access_token, refresh_token });
  return createSessionServer(memory.backend).handle(jar.post("/auth/sign-out"));
}

async function signOut(jar: MemoryJar): Promise<void> {
  const sessions = createSessionServer(memory.backend, { clientLimit: false, serviceLimit: false });
  await sessions.open(jar.request("/")).session();
  await sessions.handle(jar.post("/auth/sign-out"));
}

const statusOf = async (jar: MemoryJar) =>
  (await createSessionServer(memory.backend).open(jar.request("/")).session()).status;

const sizes = async () => {
  const { refreshTokens, sessionIds } = await books();
  return [refreshTokens.size, sessionIds.size];
};

describe("forged sign-outs", () => {
  it("are not stored in the process, so they displace no real sign-out", async () => {
    const jar = memory.createJar();
    await memory.signIn(jar);
    await signOut(jar);
    for (let count = 0; count < 50; count++) await forgedSignOut(count);
    expect(await sizes()).toEqual([1, 1]);
    expect(await statusOf(jar)).toBe("unauthenticated");
  });

  it("are stored in a cookie of their browser for at most 400 days", async () => {
    const response = await forgedSignOut(1);
    const ages = response.headers.getSetCookie().map((line) => /Max-Age=(\d+)/.exec(line)?.[1]);
    expect(Math.max(...ages.map(Number))).toBe(400 * 24 * 3600);
  });
});

it("the process records the sign-out of a verified session once, even with several refresh tokens", async () => {
  const jar = memory.createJar();
  const tokens = await memory.auth.signIn();
  memory.seed(jar, tokens);
  await signOut(jar);
  for (let count = 0; count < 20; count++) {
    const again = memory.createJar();
    memory.seed(again, { ...tokens, refresh_token: `made-up-${count}` });
    await signOut(again);
  }
  expect(await sizes()).toEqual([1, 1]);
});

it("the process drops an expired sign-out when it adds a later sign-out", async () => {
  for (const id of ["a", "b"]) {
    const jar = memory.createJar();
    await memory.signIn(jar);
    await signOut(jar);
    expect([id, await sizes()]).toEqual([id, [1, 1]]);
    memory.clock.skip(7_200_000);
  }
});

describe("the record of ended sessions", () => {
  const empty = () => ({
    refreshTokens: new Map<string, number>(),
    sessionIds: new Map<string, number>(),
  });
  const ended = (sessionId: string | undefined, refreshToken: string, now = 0) => ({
    refreshToken,
    sessionId,
    seconds: 60,
    now,
  });

  it("contains a session's id and refresh token for the requested time", () => {
    const books = empty();
    recordSignOut(books, ended("s", "r", 1000));
    expect(books.refreshTokens).toEqual(new Map([["r", 61_000]]));
    expect(books.sessionIds).toEqual(new Map([["s", 61_000]]));
  });

  it("contains only the refresh token if the access token has no session id", () => {
    const books = empty();
    recordSignOut(books, ended(undefined, "r"));
    expect([...books.refreshTokens.keys()]).toEqual(["r"]);
    expect(books.sessionIds.size).toBe(0);
  });

  it("adds no second refresh token of a session until the first entry expires", () => {
    const books = empty();
    recordSignOut(books, ended("s", "first"));
    recordSignOut(books, ended("s", "second", 59_999));
    expect([...books.refreshTokens.keys()]).toEqual(["first"]);
    recordSignOut(books, ended("s", "third", 119_999));
    expect([...books.refreshTokens.keys()]).toEqual(["third"]);
  });

  it("drops the oldest entry at the limit", () => {
    const books = empty();
    recordSignOut(books, ended("again", "r-again"));
    for (let count = 1; count < ENDED_MAX; count++) {
      recordSignOut(books, ended(`s${count}`, `r${count}`));
    }
    expect(books.sessionIds.size).toBe(ENDED_MAX);
    recordSignOut(books, ended("again", "r-again"));
    recordSignOut(books, ended("last", "r-last"));
    expect(books.sessionIds.size).toBe(ENDED_MAX);
    const isHeld = ["s1", "s2", "again", "last"].map((id) => books.sessionIds.has(id));
    expect(isHeld).toEqual([false, true, true, true]);
  });
});
