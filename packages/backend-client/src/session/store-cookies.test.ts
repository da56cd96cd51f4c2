import { beforeEach, describe, expect, it } from "vitest";
import { PRESENT_COOKIE, SESSION_COOKIE, TOMBSTONE_MAX } from "../config/constants.js";
import { type Cookie, createGeneration, splitValue } from "../cookies/chunk.js";
import { encodeSession } from "../cookies/encode.js";
import { Jar } from "../cookies/jar.js";
import { DEFAULT_NAMES } from "../cookies/names.js";
import type { CookieScope } from "../cookies/options.js";
import { ssrCookieName } from "../cookies/ssr.js";
import { createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { SessionStore } from "./store.js";
import type { TokenSet } from "./types.js";

const HOST_SESSION = DEFAULT_NAMES.hostBound.session;
const MIGRATING: CookieScope = {
  secure: true,
  old: { unprefixed: true, ssr: true, bridge: false, ssrName: undefined, isOver: false },
};

let memory: MemoryBackend;
let now: number;

beforeEach(() => {
  memory = createMemoryBackend();
  now = memory.clock.now() / 1000;
});

function token(claims: Record<string, unknown> = {}): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ iat: now, exp: now + 7200, ...claims })}.x`;
}

const tokens = (refreshToken: string, claims: Record<string, unknown> = {}): TokenSet => ({
  accessToken: token({ session_id: `of-${refreshToken}`, ...claims }),
  refreshToken,
  expiresAt: now + 3600,
});

function cookie(set: TokenSet, { name = SESSION_COOKIE, at = 0 } = {}): Cookie {
  const text = encodeSession({ ...set, event: { count: 3, name: "SIGNED_IN" } });
  const [value = ""] = splitValue(text, createGeneration(now * 1000 + at, new Uint8Array(2)));
  return { name, value };
}

function legacy(set: TokenSet): Cookie {
  const { accessToken: access_token, refreshToken: refresh_token, expiresAt: expires_at } = set;
  const value = JSON.stringify({ access_token, refresh_token, expires_at });
  return { name: ssrCookieName(memory.backend.url), value };
}

function open(cookies: readonly Cookie[], scope: CookieScope = { secure: false }) {
  const jar = new Jar(cookies, scope);
  return { jar, store: new SessionStore(memory.backend, jar) };
}

const changes = (jar: Jar) =>
  jar
    .changes()
    .map(({ name, value, options: { maxAge, domain } }) =>
      [name, domain, maxAge === 0 ? "removed" : value.slice(0, 2)].filter(Boolean).join(" "),
    );

const FOREIGN = { iss: "https://other.test/auth/v1" };
const present = { name: PRESENT_COOKIE, value: "1" };

describe("the session that a cookie store reads", () => {
  it("is not a @supabase/ssr session on https outside the migration period", () => {
    const cookies = [legacy(tokens("r1"))];
    expect(open(cookies, { secure: true }).store.read()).toEqual({ status: "none" });
    expect(open(cookies, MIGRATING).store.read()).toMatchObject({ status: "whole" });
  });

  it("is foreign when the @supabase/ssr cookie is from another project", () => {
    expect(open([legacy(tokens("r1", FOREIGN))]).store.read()).toEqual({ status: "foreign" });
    expect(open([legacy(tokens("a\u0000b"))]).store.read()).toEqual({ status: "damaged" });
  });

  it("is the project's own session even if another project's session is newer", () => {
    const own = cookie(tokens("own"));
    const other = cookie(tokens("other", FOREIGN), { at: 1000 });
    expect(open([own, other]).store.read()).toMatchObject({
      status: "whole",
      session: { refreshToken: "own" },
    });
    expect(open([other]).store.read()).toEqual({ status: "foreign" });
  });
});

describe("the list of a request's sessions", () => {
  const all = (cookies: readonly Cookie[], scope?: CookieScope) =>
    open(cookies, scope)
      .store.readAll()
      .map(({ refreshToken }) => refreshToken);

  it("lists each session once, starting with the session in use", () => {
    const host = cookie(tokens("host"), { name: HOST_SESSION });
    const older = cookie(tokens("older"));
    const newer = cookie(tokens("newer"), { at: 1000 });
    expect(all([older, newer, newer, host])).toEqual(["host", "newer", "older"]);
    expect(all([older, host], { secure: true })).toEqual(["host"]);
  });

  it("includes a session of @supabase/ssr on http", () => {
    expect(all([legacy(tokens("ssr"))])).toEqual(["ssr"]);
  });

  it("includes neither damaged sessions nor sessions of another project", () => {
    const damaged = { name: SESSION_COOKIE, value: "1.x" };
    expect(all([damaged])).toEqual([]);
    expect(all([damaged, cookie(tokens("own")), cookie(tokens("other", FOREIGN))])).toEqual([
      "own",
    ]);
  });

  it("has at most as many sessions as one tombstone cookie can list", () => {
    const many = Array.from({ length: 10 }, (_, at) => cookie(tokens(`r${at}`), { at }));
    expect(all(many)).toHaveLength(TOMBSTONE_MAX);
  });
});

describe("adopt() of a cookie store", () => {
  it("sets sb-present if only sb-present is missing", () => {
    const { jar, store } = open([cookie(tokens("r1"))]);
    expect(store.isAdopted).toBe(false);
    store.adopt();
    expect(changes(jar)).toEqual([`${PRESENT_COOKIE} 1`]);
    expect(store.isAdopted).toBe(true);
  });

  it("changes nothing if the cookie names are current and sb-present exists", () => {
    const { jar, store } = open([cookie(tokens("r1")), present]);
    expect(store.isAdopted).toBe(true);
    store.adopt();
    expect(jar.changes()).toEqual([]);
  });

  it("moves a session from its plain cookie name to the __Host- name", () => {
    const set = tokens("r1");
    const { jar, store } = open([cookie(set), present], MIGRATING);
    expect(store.isAdopted).toBe(false);
    store.adopt();
    expect(changes(jar)).toEqual([
      `${SESSION_COOKIE} removed`,
      `${HOST_SESSION} 1.`,
      `${PRESENT_COOKIE} 1`,
      "sb-fresh 1",
    ]);
    expect(store.isAdopted).toBe(true);
    expect(store.read()).toMatchObject({ status: "whole", session: set });
  });

  it.each([
    ["a damaged session", () => ({ name: SESSION_COOKIE, value: "1.x" })],
    ["a session of @supabase/ssr", () => legacy(tokens("r1"))],
  ])("leaves %s unchanged until a refresh", (_what, make) => {
    const { jar, store } = open([make()], MIGRATING);
    store.adopt();
    expect(jar.changes()).toEqual([]);
  });
});

describe("tidy() of a cookie store", () => {
  const HOST = "a.b.example.com";

  it("keeps the session in use and removes all others, including those of parent domains", () => {
    const cookies = [cookie(tokens("old")), cookie(tokens("used"), { at: 1000 }), present];
    const { jar, store } = open(cookies, { secure: false, host: HOST });
    store.tidy();
    expect(changes(jar)).toEqual([
      `${SESSION_COOKIE} example.com removed`,
      `${SESSION_COOKIE} b.example.com removed`,
      `${SESSION_COOKIE} 1.`,
      `${PRESENT_COOKIE} 1`,
      "sb-fresh 1",
    ]);
    expect(store.read()).toMatchObject({ session: { refreshToken: "used" } });
  });

  it("removes leftover parts of older sessions", () => {
    const stray = { name: `${SESSION_COOKIE}.7`, value: "x" };
    const { jar, store } = open([cookie(tokens("used")), stray], { secure: false, host: HOST });
    store.tidy();
    expect(changes(jar)).toContain(`${stray.name} b.example.com removed`);
    expect(store.read()).toMatchObject({ session: { refreshToken: "used" } });
  });

  it("renames a session's only cookie from sb-session.0 to sb-session", () => {
    const part = { ...cookie(tokens("used")), name: `${SESSION_COOKIE}.0` };
    const { jar, store } = open([part], { secure: false });
    store.tidy();
    expect(changes(jar)).toEqual([
      `${part.name} removed`,
      `${SESSION_COOKIE} 1.`,
      `${PRESENT_COOKIE} 1`,
      "sb-fresh 1",
    ]);
  });

  it("changes nothing if there is only one session, in one cookie or two", () => {
    const wide = { ...tokens("r1"), accessToken: `${token()}${"y".repeat(4000)}` };
    const text = encodeSession({ ...wide, event: { count: 1, name: "SIGNED_IN" } });
    const parts = splitValue(text, createGeneration(now * 1000, new Uint8Array(2)));
    const two = parts.map((value, index) => ({ name: `${SESSION_COOKIE}.${index}`, value }));
    for (const cookies of [[cookie(tokens("r1"))], two]) {
      const { jar, store } = open([...cookies, { name: "theme", value: "dark" }]);
      store.tidy();
      expect(jar.changes()).toEqual([]);
    }
  });

  it.each([
    ["a request without cookies", () => []],
    ["a damaged session", () => [{ name: SESSION_COOKIE, value: "1.x" }]],
    ["a session of @supabase/ssr", () => [legacy(tokens("r1"))]],
  ])("leaves %s unchanged", (_what, make: () => Cookie[]) => {
    const { jar, store } = open(make());
    store.tidy();
    expect(jar.changes()).toEqual([]);
  });
});

describe("clear() of a cookie store", () => {
  it("removes sb-present before the session cookies of this host and its parent domains", () => {
    const cookies = [cookie(tokens("r1")), present];
    const { jar, store } = open(cookies, { secure: false, host: "a.b.example.com" });
    store.clear();
    expect(changes(jar)).toEqual([
      `${PRESENT_COOKIE} removed`,
      `${SESSION_COOKIE} removed`,
      `${SESSION_COOKIE} example.com removed`,
      `${SESSION_COOKIE} b.example.com removed`,
    ]);
  });

  it("on https, removes a leftover sb-session cookie from this host, but not from parent domains", () => {
    const { jar, store } = open([cookie(tokens("r1"))], { secure: true, host: "a.example.com" });
    store.clear();
    expect(changes(jar)).toEqual([`${SESSION_COOKIE} removed`]);
  });

  it("does not remove another project's session", () => {
    const { jar, store } = open([cookie(tokens("r1", FOREIGN)), present]);
    store.clear();
    expect(jar.changes()).toEqual([]);
  });
});

describe("a session that replaces another session", () => {
  const replaced = () => ({ ...tokens("old"), event: { count: 3, name: "SIGNED_IN" } });

  it("ends the replaced session in this browser only, and starts a new event count", async () => {
    const { jar, store } = open([]);
    expect(await store.write(tokens("new"), "SIGNED_IN", replaced())).toMatchObject({
      event: { count: 1 },
    });
    expect(jar.get("sb-signed-out")).toBe("of-old");
    expect(await store.ends.has(replaced())).toBe(true);
    expect(await open([]).store.ends.has(replaced())).toBe(false);
  });

  it("does not end the replaced session if the new session was already signed out", async () => {
    const { jar, store } = open([]);
    await open([]).store.ends.record(tokens("new"), { isVerified: true });
    expect(await store.write(tokens("new"), "SIGNED_IN", replaced())).toBeNull();
    expect(jar.get("sb-signed-out")).toBeUndefined();
  });
});

it("an access token that is not a JWT is stored like any other token", async () => {
  const opaque = { ...tokens("r1"), accessToken: "opaque" };
  const { store } = open([]);
  expect(await store.write(opaque, "SIGNED_IN")).toMatchObject(opaque);
  expect(await store.ends.has(opaque)).toBe(false);
});

it("a session is not ended by an unrelated cookie that contains its id", async () => {
  const { store } = open([{ name: "theme", value: "of-r1" }]);
  expect(await store.ends.has(tokens("r1"))).toBe(false);
});
