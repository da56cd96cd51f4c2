import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import { FRESH_COOKIE, PRESENT_COOKIE, SESSION_COOKIE } from "../config/constants.js";
import { authAnswer, createMemoryBackend } from "../testing/index.js";

let memory: Visitor["memory"];
let box: Visitor["box"];
let sessions: Visitor["sessions"];
let signedIn: Visitor["signedIn"];
let visit: Visitor["visit"];

/** Claims for a token that another project signs with this project's issuer. */
const ourIssuer = () => ({ claims: { iss: memory.backend.issuer } });

beforeEach(() => {
  ({ memory, box, sessions, signedIn, visit } = createVisitor());
});

describe("a request", () => {
  it("is unauthenticated without cookies and causes no call to the service", async () => {
    const { session, response } = await visit();
    expect(session).toEqual({ status: "unauthenticated" });
    expect(memory.calls).toEqual([]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("is authenticated with a fresh session, and only the first request fetches the keys", async () => {
    await signedIn();
    const { session, response } = await visit();
    expect(session).toMatchObject({ status: "authenticated", claims: { role: "authenticated" } });
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    await Promise.all(Array.from({ length: 50 }, () => visit()));
    expect(memory.calls.map(({ path }) => path)).toEqual(["/auth/v1/.well-known/jwks.json"]);
  });

  it("has a session whose `claims` and `payload` are one object, with the claims that a hook added", async () => {
    const claims = { app_role: "owner", x_debug: [1] };
    memory.seed(box, await memory.auth.signIn({ claims }));
    for (const { session } of [await visit(), await visit()]) {
      if (session.status !== "authenticated") throw new Error(session.status);
      expect(session.claims).toMatchObject({ app_role: "owner" });
      expect(session.payload).toBe(session.claims);
      expect(session.payload.x_debug).toEqual([1]);
    }
  });

  it("refreshes a session near its expiry, and sets the cookie sb-fresh until the next refresh is due", async () => {
    await signedIn();
    memory.clock.skip((3600 - 119) * 1000);
    const { session, response } = await visit();
    expect(session).toMatchObject({ status: "authenticated", event: { name: "TOKEN_REFRESHED" } });
    expect(memory.count("/auth/v1/token")).toBe(1);
    const marker = response.headers.getSetCookie().find((line) => line.startsWith(FRESH_COOKIE));
    expect(marker).toContain("Max-Age=3481");
    expect(marker).toContain("HttpOnly");
  });

  it("does not refresh a session with 120 s left", async () => {
    await signedIn();
    memory.clock.skip((3600 - 120) * 1000);
    await visit();
    expect(memory.count("/auth/v1/token")).toBe(0);
  });

  it("sends at most two refreshes for a token whose key is unknown while the service fails", async () => {
    const foreign = await createMemoryBackend().auth.signIn(ourIssuer());
    memory.seed(box, { ...foreign, expires_in: 60 });
    await visit({ isReadOnly: true });
    memory.faults.add({ path: "/auth/v1/token", times: Number.POSITIVE_INFINITY, status: 500 });
    expect((await visit()).session.status).toBe("unavailable");
    expect(memory.count("/auth/v1/token")).toBe(2);
  });

  it("from a page returns refresh_due for an expired session instead of refreshing the session", async () => {
    await signedIn();
    memory.clock.skip(3_700_000);
    const { session, response } = await visit({ isReadOnly: true });
    expect(session).toMatchObject({
      status: "unavailable",
      error: {
        code: "refresh_due",
        retryable: true,
        operation: "auth.session",
        message: expect.stringContaining("needs a refresh"),
      },
    });
    expect(memory.count("/auth/v1/token")).toBe(0);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("does not repeat a failed refresh, but returns its error again", async () => {
    await signedIn();
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/auth/v1/token", times: 2, status: 503 });
    const scope = sessions.open(box.request("/"));
    const failed = { status: "unavailable", error: { code: "service_unavailable", status: 503 } };
    expect(await scope.session()).toMatchObject(failed);
    expect(await scope.refresh()).toMatchObject(failed);
    expect(memory.count("/auth/v1/token")).toBe(2);
    expect(await sessions.open(box.request("/")).session()).toMatchObject({
      status: "authenticated",
    });
  });

  it("returns the error of the failed refresh, not token_invalid, if the access token is invalid", async () => {
    memory.seed(box, {
      ...(await createMemoryBackend().auth.signIn(ourIssuer())),
      refresh_token: (await memory.auth.signIn()).refresh_token,
    });
    memory.faults.add({ path: "/auth/v1/token", times: 2, status: 503 });
    const scope = sessions.open(box.request("/"));
    expect(await scope.session()).toMatchObject({ error: { code: "service_unavailable" } });
    expect(memory.count("/auth/v1/token")).toBe(2);
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });

  it.each([
    { "next-router-prefetch": "1" },
    { purpose: "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
  ])("never rotates tokens for a prefetch (%j)", async (headers) => {
    await signedIn();
    memory.clock.skip(3_700_000);
    await visit({ headers });
    expect(memory.count("/auth/v1/token")).toBe(0);
  });

  it("reads a @supabase/ssr session, and converts it when the request can set cookies", async () => {
    const tokens = await memory.auth.signIn();
    const name = `sb-${new URL(memory.backend.url).hostname.split(".")[0]}-auth-token`;
    box.cookies.set(
      name,
      encodeURIComponent(JSON.stringify({ ...tokens, expires_at: memory.clock.now() / 1000 + 60 })),
    );
    expect((await visit({ isReadOnly: true })).session.status).toBe("authenticated");
    expect((await visit()).session.status).toBe("authenticated");
    expect([...box.cookies.keys()].sort()).toEqual(
      [FRESH_COOKIE, PRESENT_COOKIE, SESSION_COOKIE].sort(),
    );
  });

  it("has an unavailable session while its cookies are damaged, until a request that can set cookies removes them", async () => {
    await signedIn();
    const cookie = box.cookies.get(SESSION_COOKIE) ?? "";
    box.cookies.set(SESSION_COOKIE, cookie.slice(0, -5));
    const page = await visit({ isReadOnly: true });
    expect(page.session).toMatchObject({
      status: "unavailable",
      error: { code: "session_damaged" },
    });
    expect((await visit()).session.status).toBe("unauthenticated");
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it("refreshes a session whose token was signed by another project", async () => {
    const other = createMemoryBackend();
    const foreign = await other.auth.signIn(ourIssuer());
    const mine = await memory.auth.signIn();
    memory.seed(box, { ...mine, access_token: foreign.access_token });
    const page = await visit({ isReadOnly: true });
    expect(page.session).toMatchObject({ status: "unavailable", error: { code: "refresh_due" } });
    expect((await visit()).session.status).toBe("authenticated");
    expect(memory.count("/auth/v1/token")).toBe(1);
  });
});

it("a session with an unreadable token is refreshed", async () => {
  memory.seed(box, { ...(await memory.auth.signIn()), access_token: "opaque", expires_in: 60 });
  expect((await visit()).session.status).toBe("authenticated");
});

it("a session's error has the code `unknown` and the exception as its cause when the app's custom runtime throws", async () => {
  await signedIn();
  memory.clock.skip(3_700_000);
  memory.backend.runtime.randomBytes = () => {
    throw new TypeError("no random");
  };
  expect((await visit()).session).toMatchObject({
    status: "unavailable",
    error: { kind: "auth", code: "unknown", cause: { message: "no random" } },
  });
});

it("a refresh is not retried when a gateway returns 429", async () => {
  await signedIn();
  memory.clock.skip(3_700_000);
  memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, status: 429 });
  expect((await visit()).session).toMatchObject({ error: { code: "rate_limited" } });
  expect(memory.count("/auth/v1/token")).toBe(1);
});

describe("a session", () => {
  it.each([
    "refresh_token_not_found",
    "refresh_token_already_used",
    "session_expired",
    "session_not_found",
    "user_banned",
    "user_not_found",
  ])("ends when the service refuses the refresh with %s", async (code) => {
    await signedIn();
    memory.clock.skip(3_540_000);
    memory.faults.add({ path: "/auth/v1/token", respond: () => authAnswer(400, { code }) });
    expect((await visit()).session).toMatchObject({ status: "unauthenticated", error: { code } });
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
    expect(box.cookies.has(FRESH_COOKIE)).toBe(false);
  });
});

describe("requests that need a refresh", () => {
  it.each([1, 20, 200])("cause one refresh when %i of them run in parallel", async (count) => {
    await signedIn();
    memory.clock.skip(3_700_000);
    const found = await Promise.all(
      Array.from({ length: count }, () => sessions.open(box.request("/")).session()),
    );
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["authenticated"]));
    expect(memory.count("/auth/v1/token")).toBe(1);
  });

  it("share a refresh result with requests that arrive up to 10 s later", async () => {
    await signedIn();
    memory.clock.skip(3_700_000);
    await sessions.open(box.request("/")).session();
    memory.clock.skip(9_000);
    await sessions.open(box.request("/")).session();
    expect(memory.count("/auth/v1/token")).toBe(1);
    memory.clock.skip(1_001);
    await sessions.open(box.request("/")).session();
    expect(memory.count("/auth/v1/token")).toBe(2);
  });

  it("share one failed refresh, which calls the service at most twice", async () => {
    await signedIn();
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/auth/v1/token", times: Number.POSITIVE_INFINITY, hang: true });
    const found = await Promise.all(
      Array.from({ length: 50 }, () => sessions.open(box.request("/")).session()),
    );
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["unavailable"]));
    expect(memory.count("/auth/v1/token")).toBeLessThanOrEqual(2);
  });

  it("keep the session cookie when the runtime's lock throws", async () => {
    await signedIn();
    memory.clock.skip(3_700_000);
    memory.backend.runtime.lock = () => {
      throw new Error("redis is away");
    };
    expect((await visit()).session).toMatchObject({
      status: "unavailable",
      error: { kind: "network", operation: "auth.refresh" },
    });
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });

  it("wait at most 3 s for the lock, then return a timeout and keep the session cookie", async () => {
    await signedIn();
    memory.clock.skip(3_700_000);
    memory.backend.runtime.lock = () => new Promise(() => {});
    const start = memory.clock.now();
    expect((await visit()).session).toMatchObject({ error: { kind: "network", code: "timeout" } });
    expect(memory.clock.now() - start).toBe(3000);
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });

  it("send no refresh until the service's Retry-After has passed", async () => {
    await signedIn();
    memory.clock.skip(3_700_000);
    memory.faults.add({
      path: "/auth/v1/token",
      respond: () => authAnswer(429, { code: "over_request_rate_limit" }, { "retry-after": "20" }),
    });
    await visit();
    expect(memory.count("/auth/v1/token")).toBe(1);
    memory.faults.clear();
    const held = await visit();
    expect(held.session).toMatchObject({
      status: "unavailable",
      error: { code: "service_unavailable" },
    });
    expect(memory.count("/auth/v1/token")).toBe(1);
    memory.clock.skip(20_000);
    expect((await visit()).session.status).toBe("authenticated");
  });
});

describe("the project's keys", () => {
  it("are fetched once for any number of parallel requests to a new server", async () => {
    await signedIn();
    await Promise.all(Array.from({ length: 50 }, () => visit()));
    expect(memory.count("/auth/v1/.well-known")).toBe(1);
  });

  it("are fetched at most once per 30 s for an unknown key id", async () => {
    await signedIn();
    await visit();
    memory.auth.rotateSigningKey();
    const stranger = createMemoryBackend();
    const foreign = await stranger.auth.signIn(ourIssuer());
    const attacker = memory.createJar();
    memory.seed(attacker, foreign);
    memory.clock.skip(31_000);
    await Promise.all(
      Array.from({ length: 50 }, () =>
        sessions.open(attacker.request("/"), { isReadOnly: true }).session(),
      ),
    );
    expect(memory.count("/auth/v1/.well-known")).toBe(2);
  });

  it("are fetched immediately when the service starts to use a new key", async () => {
    await signedIn();
    await visit();
    memory.auth.rotateSigningKey();
    memory.clock.skip(3_550_000);
    expect((await visit()).session).toMatchObject({ event: { name: "TOKEN_REFRESHED" } });
    memory.auth.rotateSigningKey();
    memory.seed(box, await memory.auth.signIn({ lifetimeSeconds: 60 }));
    expect((await visit()).session).toMatchObject({ status: "authenticated" });
  });

  it("are fetched without a wait after the clock was set back", async () => {
    await signedIn();
    await visit();
    memory.clock.skip(3 * 3600_000);
    memory.seed(box, await createMemoryBackend().auth.signIn(ourIssuer()));
    await visit({ isReadOnly: true });
    memory.clock.skip(-3 * 3600_000);
    memory.auth.rotateSigningKey();
    memory.seed(box, await memory.auth.signIn());
    expect((await visit({ isReadOnly: true })).session.status).toBe("authenticated");
  });

  it("verify no tokens after the service withdraws the keys", async () => {
    await signedIn();
    expect((await visit({ isReadOnly: true })).session.status).toBe("authenticated");
    memory.auth.rotateSigningKey();
    const fresh = memory.createJar();
    memory.seed(fresh, await memory.auth.signIn());
    memory.clock.skip(31_000);
    await sessions.open(fresh.request("/")).session();
    expect((await visit({ isReadOnly: true })).session.status).toBe("unavailable");
  });

  it("stay in use while fetching fails", async () => {
    await signedIn(24 * 3600);
    await visit();
    memory.clock.skip(3600_000);
    memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, drop: true });
    memory.seed(box, await memory.auth.signIn());
    expect((await visit()).session.status).toBe("authenticated");
  });

  it("make the session unavailable if their format is invalid", async () => {
    await signedIn();
    memory.faults.add({
      path: "/auth/v1/.well-known",
      respond: () => Response.json({ keys: [null, 1, { kty: "EC", kid: "x" }] }),
    });
    expect((await visit({ isReadOnly: true })).session.status).toBe("unavailable");
  });

  it("make the session unavailable, but do not end it, when the server cannot fetch them", async () => {
    await signedIn();
    memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, drop: true });
    const { session } = await visit();
    expect(session).toMatchObject({ status: "unavailable", error: { kind: "network" } });
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });
});

it("a session ends with cookie_too_large when its new token does not fit into the cookies", async () => {
  await signedIn();
  const huge = { access_token: "x".repeat(30_000), refresh_token: "r", expires_in: 3600 };
  memory.faults.add({
    path: "/auth/v1/token",
    times: Number.POSITIVE_INFINITY,
    respond: () => authAnswer(200, huge),
  });
  memory.clock.skip(3_550_000);
  expect((await visit()).session).toMatchObject({
    status: "unauthenticated",
    error: { code: "cookie_too_large" },
  });
  expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
});

describe("an access token", () => {
  it.each([
    ["the anonymous role", { role: "anon" }],
    ["the service role", { role: "service_role" }],
    ["no session id", { session_id: "" }],
    ["another audience", { aud: "somewhere-else" }],
    ["a start time in the future", { nbf: 4_000_000_000 }],
  ])("is refused with %s", async (_name, claims) => {
    memory.seed(box, await memory.auth.signIn({ claims }));
    const { session } = await visit({ isReadOnly: true });
    expect(session.status).toBe("unavailable");
  });
});
