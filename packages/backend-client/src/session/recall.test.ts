import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { beforeEach, expect, it, vi } from "vitest";
import { SESSION_COOKIE, VERIFIED_TOKENS_MAX } from "../config/constants.js";
import { defineBackend } from "../config/define-backend.js";
import { createGeneration, splitValue } from "../cookies/chunk.js";
import { encodeSession } from "../cookies/encode.js";
import { Jar } from "../cookies/jar.js";
import { createSessionServer, type SessionServer } from "../server/session-server.js";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../testing/index.js";
import { realmState } from "./project-state.js";
import type { Session } from "./session.js";
import { SessionStore } from "./store.js";

let memory: MemoryBackend;
let jar: MemoryJar;
let sessions: SessionServer;

beforeEach(async () => {
  memory = createMemoryBackend();
  jar = memory.createJar();
  memory.seed(jar, await memory.auth.signIn());
  sessions = createSessionServer(memory.backend);
});

const openPage = (from = jar, server = sessions) =>
  server.open(from.request("/"), { isReadOnly: true });

const visit = (from = jar, server = sessions): Promise<Session> => openPage(from, server).session();

interface Work {
  hashes: number;
  /** Parsing a token makes two `JSON.parse` calls, for its header and its payload. */
  parsed: number;
  addresses: number;
}

async function countWork(scope: { session(): Promise<Session> }): Promise<Work> {
  const hash = vi.spyOn(crypto, "hash");
  syncBuiltinESMExports();
  const parse = vi.spyOn(JSON, "parse");
  let addresses = 0;
  const { canParse } = URL;
  vi.stubGlobal(
    "URL",
    class extends URL {
      constructor(...parameters: ConstructorParameters<typeof URL>) {
        addresses += 1;
        super(...parameters);
      }
      static override canParse(...parameters: Parameters<typeof URL.canParse>): boolean {
        addresses += 1;
        return canParse(...parameters);
      }
    },
  );
  try {
    await scope.session();
    return { hashes: hash.mock.calls.length, parsed: parse.mock.calls.length, addresses };
  } finally {
    hash.mockRestore();
    parse.mockRestore();
    vi.unstubAllGlobals();
    syncBuiltinESMExports();
  }
}

const ONE_HASH: Work = { hashes: 1, parsed: 0, addresses: 0 };
const NO_WORK: Work = { hashes: 0, parsed: 0, addresses: 0 };

/** With `migrate` off, the server does not read the cookie of `@supabase/ssr` on https. */
const onHttps = () => createSessionServer(memory.backend, { secureCookies: true });

const known = async () => (await realmState(memory.backend, undefined)).cookies;

function written(tokens: { accessToken: string; refreshToken: string; expiresAt: number }): string {
  const text = encodeSession({ ...tokens, event: { count: 1, name: "SIGNED_IN" } });
  return splitValue(text, createGeneration(memory.clock.now(), new Uint8Array(2)))[0] ?? "";
}

it("a cached cookie is read with one hash, without parsing a token or a URL", async () => {
  const first = await visit();
  expect(first.status).toBe("authenticated");
  const again = openPage();
  expect(await countWork(again)).toEqual(ONE_HASH);
  expect(await again.session()).toEqual(first);
  expect(await countWork(sessions.open(jar.request("/")))).toEqual(ONE_HASH);
});

it("a new cookie is verified with one parse of its token and four hashes", async () => {
  await visit();
  const other = memory.createJar();
  memory.seed(other, await memory.auth.signIn());
  // The server hashes the cookie once, the refresh token once, and the access token twice.
  expect(await countWork(openPage(other))).toEqual({ hashes: 4, parsed: 2, addresses: 0 });
});

it("on https, reading the session of a visitor without a session cookie hashes nothing and parses no JSON or URL", async () => {
  const visitor = memory.createJar();
  visitor.cookies.set("theme", "dark");
  expect(await countWork(openPage(visitor, onHttps()))).toEqual(NO_WORK);
});

it("reading a cached session of an app with a configured origin parses no URL", async () => {
  await visit();
  const named = createSessionServer(memory.backend, { origin: "http://app.test" });
  expect(await countWork(openPage(jar, named))).toEqual(ONE_HASH);
});

it("repeated visits store one cache entry, which contains only hashes", async () => {
  for (let count = 0; count < 3; count++) await visit();
  const hash = expect.stringMatching(/^[\da-f]{64}$/);
  expect([...(await known())]).toEqual([[hash, { accessToken: hash, refreshToken: hash }]]);
});

it.each([
  ["a sign-out that the process recorded", { isVerified: true }, true],
  ["a tombstone that only the browser has", { isVerified: false }, false],
])("a cached cookie is refused because of %s", async (_name, options, isEverywhere) => {
  await visit();
  const late = jar.copy();
  const box = new Jar(jar.getAll(), { secure: false });
  const store = new SessionStore(memory.backend, box);
  const read = store.read();
  if (read.status !== "whole") throw new Error("no session");
  await store.ends.record(read.session, options);
  jar.setAll(box.changes());
  expect((await known()).size).toBe(1);
  expect(await visit()).toEqual({ status: "unauthenticated" });
  expect((await visit(late)).status).toBe(isEverywhere ? "unauthenticated" : "authenticated");
});

it("after a sign-out, the server refuses copies of the session cookie, even if the cookie was cached", async () => {
  await visit();
  const late = jar.copy();
  jar.take(await sessions.handle(jar.post("/auth/sign-out")));
  expect(await visit(late)).toEqual({ status: "unauthenticated" });
});

it("a page returns refresh_due for a cached cookie whose token has expired", async () => {
  await visit();
  memory.clock.skip(3_600_000);
  expect(await visit()).toMatchObject({ status: "unavailable", error: { code: "refresh_due" } });
});

it("the session of a cached cookie is refreshed when a refresh is due or forced", async () => {
  await visit();
  const refreshes = async (run: "session" | "refresh") => {
    const scope = sessions.open(jar.request("/"));
    expect((await scope[run]()).status).toBe("authenticated");
    jar.take(scope.apply(new Response()));
    return memory.count("/auth/v1/token");
  };
  expect(await refreshes("session")).toBe(0);
  expect(await refreshes("refresh")).toBe(1);
  memory.clock.skip(3_540_000);
  expect(await refreshes("session")).toBe(2);
});

it("a cached cookie is valid until its token expires, even if the cookie states another expiry", async () => {
  const { access_token, refresh_token } = await memory.auth.signIn({ lifetimeSeconds: 600 });
  const expiresAt = memory.clock.now() / 1000 + 36_000;
  const value = written({ accessToken: access_token, refreshToken: refresh_token, expiresAt });
  jar.cookies.set(SESSION_COOKIE, value);
  expect((await visit()).status).toBe("authenticated");
  memory.clock.skip(700_000);
  expect(await visit()).toMatchObject({ status: "unavailable", error: { code: "refresh_due" } });
});

it("a cookie with one changed character is not found in the cache", async () => {
  await visit();
  const value = jar.cookies.get(SESSION_COOKIE) ?? "";
  jar.cookies.set(SESSION_COOKIE, `${value.slice(0, -1)}${value.endsWith("A") ? "B" : "A"}`);
  expect(await visit()).toMatchObject({ error: { code: "session_damaged" } });
});

it("duplicate cookies and split cookies are read without the cache", async () => {
  await visit();
  const [first] = jar.getAll().filter(({ name }) => name === SESSION_COOKIE);
  const other = await memory.auth.signIn();
  memory.clock.skip(1000);
  const newer = written({
    accessToken: other.access_token,
    refreshToken: other.refresh_token,
    expiresAt: other.expires_at ?? 0,
  });
  const open = (name: string) => {
    const cookies = [
      { name: SESSION_COOKIE, value: first?.value ?? "" },
      { name, value: newer },
    ];
    return sessions.open({ cookies: { getAll: () => cookies } }).session();
  };
  for (const name of [SESSION_COOKIE, `${SESSION_COOKIE}.0`]) {
    expect(await open(name)).toMatchObject({ accessToken: other.access_token });
  }
  jar.cookies.delete(SESSION_COOKIE);
  jar.cookies.set(`${SESSION_COOKIE}.0`, newer);
  expect(await visit()).toMatchObject({ accessToken: other.access_token });
  expect((await known()).size).toBe(1);
});

it("a backend with another audience or issuer does not use cookies that this backend cached", async () => {
  await visit();
  const { url, anonKey, issuer, runtime } = memory.backend;
  const strange = defineBackend({ url, anonKey, issuer, runtime, audience: "other" });
  expect((await visit(jar, createSessionServer(strange))).status).toBe("unavailable");
  const foreign = defineBackend({ url, anonKey, runtime, issuer: "https://other.test/auth/v1" });
  expect(await visit(jar, createSessionServer(foreign))).toEqual({ status: "unauthenticated" });
  expect((await realmState(strange, undefined)).cookies.size).toBe(0);
  expect((await realmState(foreign, undefined)).cookies.size).toBe(0);
});

it("forged cookies are not cached, because they would displace real cookies", async () => {
  const made = { accessToken: "made.up.token", refreshToken: "made-up", expiresAt: 9_999_999_999 };
  jar.cookies.set(SESSION_COOKIE, written(made));
  await visit();
  expect((await known()).size).toBe(0);
});

it("the server drops the oldest cached cookie at the limit", async () => {
  const cookies = await known();
  const hashes = { accessToken: "", refreshToken: "" };
  for (let count = 0; count < VERIFIED_TOKENS_MAX; count++) cookies.set(`${count}`, hashes);
  await visit();
  expect(cookies.size).toBe(VERIFIED_TOKENS_MAX);
  expect([cookies.has("0"), cookies.has("1")]).toEqual([false, true]);
  expect(await countWork(openPage())).toEqual(ONE_HASH);
});
