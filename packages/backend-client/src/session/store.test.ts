import { beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "#crypto";
import {
  FRESH_COOKIE,
  HOLD_COOKIE,
  PRESENT_COOKIE,
  SESSION_COOKIE,
  TOMBSTONE_COOKIE,
} from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { createGeneration, splitValue } from "../cookies/chunk.js";
import { Jar, parseCookieHeader } from "../cookies/jar.js";
import { ssrCookieName } from "../cookies/ssr.js";
import { createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { realmState } from "./project-state.js";
import { SessionStore } from "./store.js";
import type { TokenSet } from "./types.js";

let memory: MemoryBackend;
let backend: Backend;
let now: number;

beforeEach(() => {
  memory = createMemoryBackend();
  backend = memory.backend;
  now = memory.clock.now() / 1000;
});

function token(claims: Record<string, unknown> = {}): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ session_id: "s1", iat: now, exp: now + 7200, ...claims })}.x`;
}

const tokens = (extra: Partial<TokenSet> = {}): TokenSet => ({
  accessToken: token(),
  refreshToken: "r1",
  expiresAt: now + 3600,
  ...extra,
});

function open(header = "", cookieSeconds?: number) {
  const jar = new Jar(parseCookieHeader(header), { secure: false });
  const store = new SessionStore(backend, jar, cookieSeconds);
  return { jar, store };
}

const changes = (jar: Jar) =>
  Object.fromEntries(jar.changes().map(({ name, options }) => [name, options.maxAge]));

describe("a session in cookies", () => {
  it("is stored with its event count, for 400 days by default", async () => {
    const { jar, store } = open();
    expect(store.read()).toEqual({ status: "none" });
    const session = { ...tokens(), event: { count: 1, name: "SIGNED_IN" } };
    expect(await store.write(tokens(), "SIGNED_IN")).toEqual(session);
    expect(store.read()).toEqual({ status: "whole", session });
    await store.write(tokens({ refreshToken: "r2" }), "TOKEN_REFRESHED");
    expect(store.read()).toMatchObject({
      session: { refreshToken: "r2", event: { count: 2, name: "TOKEN_REFRESHED" } },
    });
    expect(changes(jar)).toEqual({
      [SESSION_COOKIE]: 34_560_000,
      [PRESENT_COOKIE]: 34_560_000,
      [FRESH_COOKIE]: 3481,
    });
    // Next's matcher treats an empty cookie as missing.
    expect(jar.get(FRESH_COOKIE)).toBe("1");
    const short = open("", 600);
    await short.store.write(tokens(), "SIGNED_IN");
    expect(changes(short.jar)).toEqual({
      [SESSION_COOKIE]: 600,
      [PRESENT_COOKIE]: 600,
      [FRESH_COOKIE]: 600,
    });
  });

  it("has no sb-fresh cookie while its token has under 120 s left", async () => {
    const { jar, store } = open();
    await store.write(tokens({ expiresAt: now + 119 }), "SIGNED_IN");
    expect(changes(jar)).toEqual({ [SESSION_COOKIE]: 34_560_000, [PRESENT_COOKIE]: 34_560_000 });
    const marked = open(`${FRESH_COOKIE}=1`);
    await marked.store.write(tokens({ expiresAt: now + 119 }), "SIGNED_IN");
    expect(changes(marked.jar)).toMatchObject({ [FRESH_COOKIE]: 0 });
    const least = open();
    await least.store.write(tokens({ expiresAt: now + 120 }), "SIGNED_IN");
    expect(changes(least.jar)).toMatchObject({ [FRESH_COOKIE]: 1 });
  });

  it("restarts the event count when the cookie contains an unknown event", async () => {
    const { store } = open();
    await store.write(tokens(), "UNKNOWN_EVENT" as never);
    await store.write(tokens(), "SIGNED_IN");
    expect(store.read()).toMatchObject({ session: { event: { count: 1, name: "SIGNED_IN" } } });
  });

  it("keeps PKCE verifiers on sign-in and sign-out, because each flow removes its own verifier", async () => {
    const cookies = "sb-flow-code-verifier=a; sb-flow-state.one-code-verifier=b; sb-flowers=c";
    const kept = ({ jar }: ReturnType<typeof open>) =>
      jar.getAll().flatMap(({ name }) => (name.startsWith("sb-flow") ? name : []));
    for (const event of ["TOKEN_REFRESHED", "SIGNED_IN"] as const) {
      const written = open(cookies);
      await written.store.write(tokens(), event);
      expect(kept(written)).toHaveLength(3);
    }
    const signedOut = open(cookies);
    signedOut.store.clear();
    expect(kept(signedOut)).toHaveLength(3);
  });

  it("replaces stray parts and the @supabase/ssr session, but keeps the PKCE verifiers", async () => {
    const ssr = ssrCookieName(backend.url);
    const { jar, store } = open(
      `${SESSION_COOKIE}.0=a; ${SESSION_COOKIE}.1=b; ${ssr}.0=c; ${ssr}-code-verifier=d; other=e`,
    );
    expect(store.read()).toEqual({ status: "damaged" });
    await store.write(tokens(), "SIGNED_IN");
    expect(changes(jar)).toEqual({
      [`${SESSION_COOKIE}.0`]: 0,
      [`${SESSION_COOKIE}.1`]: 0,
      [`${ssr}.0`]: 0,
      [SESSION_COOKIE]: 34_560_000,
      [PRESENT_COOKIE]: 34_560_000,
      [FRESH_COOKIE]: 3481,
    });
    expect(jar.get("other")).toBe("e");
    const long = open(jar.header(null));
    await long.store.write(tokens({ accessToken: `${token()}${"y".repeat(4000)}` }), "SIGNED_IN");
    expect(changes(long.jar)).toEqual({
      [SESSION_COOKIE]: 0,
      [`${SESSION_COOKIE}.0`]: 34_560_000,
      [`${SESSION_COOKIE}.1`]: 34_560_000,
      [PRESENT_COOKIE]: 34_560_000,
      [FRESH_COOKIE]: 3481,
    });
    expect(long.store.read()).toMatchObject({ status: "whole" });
  });

  it("can be read from a cookie of @supabase/ssr", async () => {
    const text = JSON.stringify({ access_token: "a", refresh_token: "r", expires_at: 5 });
    expect(open(`${ssrCookieName(backend.url)}=${encodeURIComponent(text)}`).store.read()).toEqual({
      status: "whole",
      session: {
        accessToken: "a",
        refreshToken: "r",
        expiresAt: 5,
        event: { count: 0, name: "INITIAL_SESSION" },
      },
    });
  });

  it("is damaged when its only cookie is empty or invalid", async () => {
    const [whole = ""] = splitValue("no session", createGeneration(0, new Uint8Array(2)));
    expect(open(`${SESSION_COOKIE}=${whole}`).store.read()).toEqual({ status: "damaged" });
    expect(open(`${SESSION_COOKIE}=x`).store.read()).toEqual({ status: "damaged" });
    expect(open(`${SESSION_COOKIE}=`).store.read()).toEqual({ status: "damaged" });
  });
});

describe("an event that changes no tokens", () => {
  it("is counted in an existing session", async () => {
    const { store } = open();
    await store.write(tokens(), "SIGNED_IN");
    await store.note("USER_UPDATED");
    expect(store.read()).toMatchObject({
      session: { ...tokens(), event: { count: 2, name: "USER_UPDATED" } },
    });
  });

  it("is ignored without a session", async () => {
    const { jar, store } = open();
    await store.note("USER_UPDATED");
    expect(jar.changes()).toEqual([]);
  });
});

describe("clear() of a session store", () => {
  it("removes the session and its sb-fresh cookie, but sends no removal of a missing cookie", async () => {
    const { jar, store } = open(`${SESSION_COOKIE}=x; ${FRESH_COOKIE}=1; other=1`);
    store.clear();
    expect(changes(jar)).toEqual({ [SESSION_COOKIE]: 0, [FRESH_COOKIE]: 0 });
    const empty = open("other=1");
    empty.store.clear();
    expect(empty.jar.changes()).toEqual([]);
  });
});

describe("an ended session", () => {
  it("is remembered in a cookie for as long as a delayed response could restore a usable token", async () => {
    const { jar, store } = open();
    await store.ends.record(tokens(), { isVerified: false });
    expect(jar.get(TOMBSTONE_COOKIE)).toBe("s1");
    expect(changes(jar)).toEqual({ [TOMBSTONE_COOKIE]: 7260 });
    const short = open();
    await short.store.ends.record(tokens({ accessToken: token({ exp: now + 60 }) }), {
      isVerified: false,
    });
    expect(changes(short.jar)).toEqual({ [TOMBSTONE_COOKIE]: 3600 });
    const undated = open();
    await undated.store.ends.record(tokens({ accessToken: token({ iat: undefined }) }), {
      isVerified: false,
    });
    expect(changes(undated.jar)).toEqual({ [TOMBSTONE_COOKIE]: 3600 });
  });

  it("is remembered in a cookie that lists up to eight ended sessions, each once, newest first", async () => {
    const { jar, store } = open(`${TOMBSTONE_COOKIE}=a.b..c`);
    const end = (id: string) =>
      store.ends.record(tokens({ accessToken: token({ session_id: id }) }), { isVerified: false });
    for (const id of ["d", "b"]) await end(id);
    expect(jar.get(TOMBSTONE_COOKIE)).toBe("b.d.a.c");
    for (const id of ["e", "f", "g", "h", "i"]) await end(id);
    expect(jar.get(TOMBSTONE_COOKIE)).toBe("i.h.g.f.e.b.d.a");
  });

  it("is recognized by the refresh token alone when its access token has no session id", async () => {
    const { jar, store } = open();
    const opaque = tokens({ accessToken: "opaque" });
    await store.ends.record(opaque, { isVerified: true });
    expect(jar.changes()).toEqual([]);
    expect(await store.ends.has(opaque)).toBe(true);
    expect(await store.ends.has(tokens({ accessToken: "opaque", refreshToken: "r2" }))).toBe(false);
    memory.clock.skip(3_599_999);
    expect(await store.ends.has(opaque)).toBe(true);
    memory.clock.skip(1);
    expect(await store.ends.has(opaque)).toBe(false);
  });

  it("is refused in this process with any of its tokens if it was verified", async () => {
    const { verified } = await realmState(backend, undefined);
    const claims = (session_id: string) => ({ session_id }) as never;
    const entry = (id: string) => ({
      claims: claims(id),
      kid: "",
      until: Number.POSITIVE_INFINITY,
    });
    const other = token({ iat: now + 1 });
    verified.set(await sha256(other), entry("s1"));
    verified.set("someone else's", entry("s2"));
    await open().store.ends.record(tokens(), { isVerified: true });
    expect([...verified.keys()]).toEqual(["someone else's"]);
    expect(await open().store.ends.has(tokens({ accessToken: other, refreshToken: "r9" }))).toBe(
      true,
    );
    expect(
      await open().store.ends.has(
        tokens({ accessToken: token({ session_id: "s2" }), refreshToken: "r9" }),
      ),
    ).toBe(false);
  });

  it("is refused only in this browser when it was not verified", async () => {
    const { verified } = await realmState(backend, undefined);
    verified.set(await sha256(token({ iat: now + 1 })), {
      claims: { session_id: "s1" } as never,
      kid: "",
      until: 1,
    });
    const { store } = open();
    await store.ends.record(tokens(), { isVerified: false });
    expect(verified.size).toBe(1);
    const later = tokens({ accessToken: token({ iat: now + 1 }), refreshToken: "r9" });
    expect(await store.ends.has(later)).toBe(true);
    expect(await open().store.ends.has(later)).toBe(false);
    expect(await open().store.ends.has(tokens())).toBe(false);
  });

  it("is removed from the cache of verified tokens", async () => {
    const { verified } = await realmState(backend, undefined);
    const mine = tokens();
    verified.set(await sha256(mine.accessToken), {
      claims: { session_id: "s1" } as never,
      kid: "",
      until: 1,
    });
    await open().store.ends.record(mine, { isVerified: false });
    expect(verified.size).toBe(0);
  });

  it("is removed from the server's memory at the first sign-out after its entry expires", async () => {
    await open().store.ends.record(tokens(), { isVerified: true });
    const fresh = () => open().store;
    const newer = tokens({ refreshToken: "r2" });
    const both = async () => [await fresh().ends.has(tokens()), await fresh().ends.has(newer)];
    memory.clock.skip(7_259_999);
    expect(await both()).toEqual([true, true]);
    memory.clock.skip(1);
    expect(await both()).toEqual([false, false]);
    const { ended } = await realmState(backend, undefined);
    expect([ended.refreshTokens.size, ended.sessionIds.size]).toEqual([1, 1]);
    await fresh().ends.record(
      tokens({ accessToken: token({ session_id: "s9" }), refreshToken: "r9" }),
      {
        isVerified: true,
      },
    );
    expect([[...ended.refreshTokens.keys()], [...ended.sessionIds.keys()]]).toEqual([
      [await sha256("r9")],
      ["s9"],
    ]);
  });

  it("cannot be restored by a late response", async () => {
    const { jar, store } = open();
    await store.write(tokens(), "SIGNED_IN");
    await store.ends.record(tokens(), { isVerified: true });
    expect(await store.write(tokens({ refreshToken: "r2" }), "TOKEN_REFRESHED")).toBeNull();
    expect(jar.get(SESSION_COOKIE)).toBeUndefined();
    expect(changes(jar)).toMatchObject({ [SESSION_COOKIE]: 0, [FRESH_COOKIE]: 0 });
  });
});

describe("the hold cookie", () => {
  it("lasts ten seconds", async () => {
    const { jar, store } = open();
    expect(store.isHeld()).toBe(false);
    store.hold();
    expect(store.isHeld()).toBe(true);
    expect(jar.get(HOLD_COOKIE)).toBe("1");
    expect(changes(jar)).toEqual({ [HOLD_COOKIE]: 10 });
  });
});
