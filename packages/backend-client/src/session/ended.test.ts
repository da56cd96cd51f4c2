import { beforeEach, describe, expect, it } from "vitest";
import { createSessionServer } from "../server/session-server.js";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../testing/index.js";
import { projectState } from "./project-state.js";

const FOREVER = 1e12;

let memory: MemoryBackend;
let real: Awaited<ReturnType<MemoryBackend["auth"]["signIn"]>> | null = null;

beforeEach(() => {
  memory = createMemoryBackend();
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const books = () => projectState(memory.backend.url).ended;

/** A sign-out with cookies that anyone can write. */
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
  const sessions = createSessionServer(memory.backend, { clientLimit: false });
  await sessions.open(jar.request("/")).session();
  await sessions.handle(jar.post("/auth/sign-out"));
}

const statusOf = async (jar: MemoryJar) =>
  (await createSessionServer(memory.backend).open(jar.request("/")).session()).status;

describe("made-up sign-outs", () => {
  it("take no more than a fixed room, and push no real one out", async () => {
    const jar = memory.createJar();
    await memory.signIn(jar);
    await signOut(jar);
    for (let count = 0; count < 1100; count++) await forgedSignOut(count);
    expect(books().unverified.size).toBe(1000);
    expect([books().refreshTokens.size, books().sessionIds.size]).toEqual([1, 1]);
    expect(await statusOf(jar)).toBe("unauthenticated");
  });

  it("are remembered for a token's usual lifetime at most, and shorter than a browser's limit", async () => {
    const response = await forgedSignOut(1);
    const until = memory.clock.now() + 3_600_000;
    expect([...books().unverified.values()]).toEqual([until]);
    const ages = response.headers.getSetCookie().map((line) => /Max-Age=(\d+)/.exec(line)?.[1]);
    expect(Math.max(...ages.map(Number))).toBe(400 * 24 * 3600);
  });

  it("with a token of unlikely length leave nothing behind", async () => {
    await forgedSignOut(1, "r".repeat(257));
    await forgedSignOut(2, "r".repeat(256));
    expect(books().unverified.size).toBe(1);
  });
});

it("a verified session counts once, whatever refresh tokens come with it", async () => {
  const jar = memory.createJar();
  const tokens = await memory.auth.signIn();
  memory.seed(jar, tokens);
  await signOut(jar);
  for (let count = 0; count < 20; count++) {
    const again = memory.createJar();
    memory.seed(again, { ...tokens, refresh_token: `made-up-${count}` });
    await signOut(again);
  }
  expect([books().refreshTokens.size, books().sessionIds.size]).toEqual([1, 1]);
});

it("an end whose time is over leaves with a later one", async () => {
  for (const id of ["a", "b"]) {
    const jar = memory.createJar();
    await memory.signIn(jar);
    await signOut(jar);
    expect([id, books().sessionIds.size]).toEqual([id, 1]);
    memory.clock.skip(7_200_000);
  }
});
