import { beforeEach, describe, expect, it } from "vitest";
import { CookieBox } from "../../test/support/browser.js";
import { answer, type Call, createFakeAuth, type FakeAuth } from "../../test/support/fake-auth.js";
import { seedSession } from "../../test/support/seed-session.js";
import { FRESH_COOKIE, SESSION_COOKIE } from "../config/constants.js";
import { createSessionServer, type SessionServer } from "../server/session-server.js";
import { forgetProject } from "./project-state.js";

let fake: FakeAuth;
let box: CookieBox;
let sessions: SessionServer;

beforeEach(async () => {
  fake = await createFakeAuth();
  box = new CookieBox();
  sessions = createSessionServer(fake.backend);
});

async function signedIn(lifetimeSeconds = 3600): Promise<void> {
  seedSession(fake, box, await fake.signIn({ lifetimeSeconds }));
}

/** A page resolves, its response reaches the browser. */
async function visit(options: { isReadOnly?: boolean; headers?: Record<string, string> } = {}) {
  const request = box.request("/", { headers: options.headers ?? {} });
  const scope = sessions.open(request, { isReadOnly: options.isReadOnly });
  const session = await scope.session();
  const response = box.take(scope.apply(new Response("page")));
  return { session, response };
}

describe("a request", () => {
  it("without cookies is unauthenticated and costs no call", async () => {
    const { session, response } = await visit();
    expect(session).toEqual({ status: "unauthenticated" });
    expect(fake.calls).toEqual([]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("with a fresh session is authenticated; only the keys are fetched, once", async () => {
    await signedIn();
    const { session, response } = await visit();
    expect(session).toMatchObject({ status: "authenticated", claims: { role: "authenticated" } });
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    await Promise.all(Array.from({ length: 50 }, () => visit()));
    expect(fake.calls.map(({ path }) => path)).toEqual(["/.well-known/jwks.json"]);
  });

  it("near the end is refreshed, and the marker lives until the next refresh is due", async () => {
    await signedIn();
    fake.runtime.advance((3600 - 119) * 1000);
    const { session, response } = await visit();
    expect(session).toMatchObject({ status: "authenticated", event: { name: "TOKEN_REFRESHED" } });
    expect(fake.count("/token")).toBe(1);
    const marker = response.headers.getSetCookie().find((line) => line.startsWith(FRESH_COOKIE));
    expect(marker).toContain("Max-Age=3481");
    expect(marker).toContain("HttpOnly");
  });

  it("with 120 s left is not refreshed yet", async () => {
    await signedIn();
    fake.runtime.advance((3600 - 120) * 1000);
    await visit();
    expect(fake.count("/token")).toBe(0);
  });

  it("whose token is not ours asks no more than twice when the service is down", async () => {
    const foreign = await (await createFakeAuth()).signIn();
    seedSession(fake, box, { ...foreign, expires_in: 60 });
    await visit({ isReadOnly: true });
    fake.fault = (call) => (call.path.startsWith("/token") ? answer(500, {}) : undefined);
    expect((await visit()).session.status).toBe("unavailable");
    expect(fake.count("/token")).toBe(2);
  });

  it("of a page never refreshes: it says that one is due", async () => {
    await signedIn();
    fake.runtime.advance(3_700_000);
    const { session, response } = await visit({ isReadOnly: true });
    expect(session).toMatchObject({ status: "unavailable", error: { code: "refresh_due" } });
    expect(fake.count("/token")).toBe(0);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    { "next-router-prefetch": "1" },
    { purpose: "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
  ])("that is a prefetch (%j) never rotates tokens", async (headers) => {
    await signedIn();
    fake.runtime.advance(3_700_000);
    await visit({ headers });
    expect(fake.count("/token")).toBe(0);
  });

  it("reads a session that @supabase/ssr wrote and takes it over when it may write", async () => {
    const tokens = await fake.signIn({ lifetimeSeconds: 60 });
    const name = `sb-${new URL(fake.backend.url).hostname.split(".")[0]}-auth-token`;
    box.cookies.set(
      name,
      encodeURIComponent(JSON.stringify({ ...tokens, expires_at: fake.runtime.now() / 1000 + 60 })),
    );
    expect((await visit({ isReadOnly: true })).session.status).toBe("authenticated");
    expect((await visit()).session.status).toBe("authenticated");
    expect([...box.cookies.keys()].sort()).toEqual([FRESH_COOKIE, SESSION_COOKIE].sort());
  });

  it("with a damaged set is unavailable once, then cleared by whoever may write", async () => {
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

  it("with a token of another project's key is refreshed, not believed", async () => {
    const other = await createFakeAuth();
    const foreign = await other.signIn();
    const mine = await fake.signIn();
    seedSession(fake, box, { ...mine, access_token: foreign.access_token });
    const page = await visit({ isReadOnly: true });
    expect(page.session).toMatchObject({ status: "unavailable", error: { code: "refresh_due" } });
    expect((await visit()).session.status).toBe("authenticated");
    expect(fake.count("/token")).toBe(1);
  });
});

const broken: Record<string, (call: Call) => Response | "hang" | "reset"> = {
  "429": () => answer(429, { code: "over_request_rate_limit" }, { "retry-after": "5" }),
  "408": () => answer(408, { code: "request_timeout" }),
  "409": () => answer(409, { code: "conflict" }),
  "401 of a gateway": () => Response.json({ message: "Invalid API key" }, { status: 401 }),
  "403 as HTML": () => new Response("<h1>Forbidden</h1>", { status: 403 }),
  "404 as HTML": () => new Response("<h1>Not found</h1>", { status: 404 }),
  "500": () => answer(500, { code: "unexpected_failure" }),
  "503": () => new Response("upstream connect error", { status: 503 }),
  reset: () => "reset",
  hang: () => "hang",
  "truncated JSON": () => new Response('{"access_token":"eyJ', { status: 200 }),
  "a session without tokens": () => answer(200, { token_type: "bearer" }),
};

describe.each(Object.entries(broken))("when the auth service answers %s", (_name, fault) => {
  it.each([
    ["expired", 3_700_000, "unavailable"],
    ["60 s left", 3_540_000, "authenticated"],
  ])("a session with token %s is kept: %s", async (_state, elapsed, expected) => {
    await signedIn();
    await visit();
    fake.runtime.advance(elapsed);
    const before = new Map(box.cookies);
    const start = fake.runtime.now();
    fake.fault = (call) => (call.path.startsWith("/token") ? fault(call) : undefined);
    const { session } = await visit();
    expect(session.status).toBe(expected);
    expect(box.cookies).toEqual(before);
    expect(fake.count("/token")).toBeLessThanOrEqual(2);
    expect(fake.runtime.now() - start).toBeLessThanOrEqual(3000);
    fake.fault = null;
    fake.runtime.advance(60_000);
    expect((await visit()).session.status).toBe("authenticated");
  });
});

it("a rate limit, also a gateway's, is no reason to ask again", async () => {
  await signedIn();
  fake.runtime.advance(3_700_000);
  fake.fault = () => new Response("slow down", { status: 429 });
  expect((await visit()).session).toMatchObject({ error: { code: "rate_limited" } });
  expect(fake.count("/token")).toBe(1);
});

describe("a session ends", () => {
  it.each([
    "refresh_token_not_found",
    "refresh_token_already_used",
    "session_expired",
    "session_not_found",
    "user_banned",
    "user_not_found",
  ])("only when the service says so: %s", async (code) => {
    await signedIn();
    fake.runtime.advance(3_540_000);
    fake.fault = () => answer(400, { code });
    expect((await visit()).session).toEqual({ status: "unauthenticated" });
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
    expect(box.cookies.has(FRESH_COOKIE)).toBe(false);
  });
});

describe("single flight", () => {
  it.each([1, 20, 200])(
    "%i parallel requests with one expired session refresh once",
    async (count) => {
      await signedIn();
      fake.runtime.advance(3_700_000);
      const found = await Promise.all(
        Array.from({ length: count }, () => sessions.open(box.request("/")).session()),
      );
      expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["authenticated"]));
      expect(fake.count("/token")).toBe(1);
    },
  );

  it("hands the result to late requests for 10 s, and no longer", async () => {
    await signedIn();
    fake.runtime.advance(3_700_000);
    await sessions.open(box.request("/")).session();
    fake.runtime.advance(9_000);
    await sessions.open(box.request("/")).session();
    expect(fake.count("/token")).toBe(1);
    fake.runtime.advance(1_001);
    await sessions.open(box.request("/")).session();
    expect(fake.count("/token")).toBe(2);
  });

  it("shares one failure among all that waited for it", async () => {
    await signedIn();
    fake.runtime.advance(3_700_000);
    fake.fault = (call) => (call.path.startsWith("/token") ? "hang" : undefined);
    const found = await Promise.all(
      Array.from({ length: 50 }, () => sessions.open(box.request("/")).session()),
    );
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["unavailable"]));
    expect(fake.count("/token")).toBeLessThanOrEqual(2);
  });

  it("survives a lock that fails", async () => {
    await signedIn();
    fake.runtime.advance(3_700_000);
    fake.backend.runtime.lock = () => {
      throw new Error("redis is away");
    };
    expect((await visit()).session).toMatchObject({
      status: "unavailable",
      error: { kind: "network" },
    });
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });

  it("honours Retry-After for everyone behind this server", async () => {
    await signedIn();
    fake.runtime.advance(3_700_000);
    fake.fault = () => answer(429, { code: "over_request_rate_limit" }, { "retry-after": "20" });
    await visit();
    expect(fake.count("/token")).toBe(1);
    fake.fault = null;
    const held = await visit();
    expect(held.session).toMatchObject({
      status: "unavailable",
      error: { code: "service_unavailable" },
    });
    expect(fake.count("/token")).toBe(1);
    fake.runtime.advance(20_000);
    expect((await visit()).session.status).toBe("authenticated");
  });
});

describe("sign-out wins", () => {
  it("over a refresh under way in this process", async () => {
    await signedIn();
    fake.runtime.advance(3_540_000);
    const late = new CookieBox();
    for (const [name, value] of box.cookies) late.cookies.set(name, value);
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    fake.before = async (call) => {
      if (call.path.startsWith("/token")) await gate;
    };
    const scope = sessions.open(late.request("/"));
    const refreshing = scope.session();
    const leaving = sessions.handle(box.post("/auth/sign-out"));
    release();
    await refreshing;
    late.take(scope.apply(new Response("late")));
    box.take(await leaving);
    for (const [name, value] of late.cookies)
      if (!box.cookies.has(name)) box.cookies.set(name, value);
    expect((await visit({ isReadOnly: true })).session.status).toBe("unauthenticated");
    expect((await visit()).session.status).toBe("unauthenticated");
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it("over a late Set-Cookie of another process: the tombstone is read", async () => {
    await signedIn();
    const lateCookies = new Map(box.cookies);
    box.take(await sessions.handle(box.post("/auth/sign-out")));
    for (const [name, value] of lateCookies) box.cookies.set(name, value);
    forgetProject(fake.backend.url);
    expect((await visit({ isReadOnly: true })).session).toEqual({ status: "unauthenticated" });
  });

  it("over a forced refresh of a request that began before it", async () => {
    await signedIn();
    await visit();
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    fake.before = async (call) => {
      if (call.path.startsWith("/token")) await gate;
    };
    const early = sessions.open(box.request("/"));
    const refreshing = early.refresh();
    await sessions.handle(box.post("/auth/sign-out"));
    release();
    expect(await refreshing).toEqual({ status: "unauthenticated" });
    const lines = early.apply(new Response("late")).headers.getSetCookie();
    expect(lines.filter((line) => line.startsWith(`${SESSION_COOKIE}=1`))).toEqual([]);
  });

  it("over newer tokens of the same session, wherever they are held", async () => {
    await signedIn();
    const older = new CookieBox();
    for (const [name, value] of box.cookies) older.cookies.set(name, value);
    box.take(
      await sessions.handle(
        box.post("/auth/refresh", {
          body: '{"force":true}',
          headers: { "content-type": "application/json" },
        }),
      ),
    );
    await sessions.handle(older.post("/auth/sign-out"));
    expect((await visit()).session).toEqual({ status: "unauthenticated" });
  });

  it("but leaves a later sign-in of the same person alone", async () => {
    await signedIn();
    box.take(await sessions.handle(box.post("/auth/sign-out")));
    await signedIn();
    expect((await visit()).session.status).toBe("authenticated");
  });

  it("cannot be used with a forged cookie to sign out someone else", async () => {
    await signedIn();
    const { session } = await visit();
    const id = session.status === "authenticated" ? session.claims.session_id : "";
    const forged = `${btoa('{"alg":"ES256","kid":"x"}')}.${btoa(JSON.stringify({ session_id: id }))}.x`;
    const attacker = new CookieBox();
    seedSession(fake, attacker, {
      ...(await fake.signIn()),
      access_token: forged.replaceAll("=", ""),
      refresh_token: "guess",
    });
    await sessions.handle(attacker.post("/auth/sign-out"));
    expect((await visit()).session.status).toBe("authenticated");
  });
});

describe("keys", () => {
  it("are fetched once for any number of cold parallel requests", async () => {
    await signedIn();
    await Promise.all(Array.from({ length: 50 }, () => visit()));
    expect(fake.count("/.well-known")).toBe(1);
  });

  it("that nobody knows are asked for at most once per 30 s", async () => {
    await signedIn();
    await visit();
    await fake.rotateKey();
    const stranger = await createFakeAuth();
    const foreign = await stranger.signIn();
    const attacker = new CookieBox();
    seedSession(fake, attacker, foreign);
    fake.runtime.advance(31_000);
    await Promise.all(
      Array.from({ length: 50 }, () =>
        sessions.open(attacker.request("/"), { isReadOnly: true }).session(),
      ),
    );
    expect(fake.count("/.well-known")).toBe(2);
  });

  it("that the service uses since a moment ago are found at once", async () => {
    await signedIn();
    await visit();
    await fake.rotateKey();
    fake.runtime.advance(3_550_000);
    expect((await visit()).session).toMatchObject({ event: { name: "TOKEN_REFRESHED" } });
    await fake.rotateKey();
    seedSession(fake, box, await fake.signIn({ lifetimeSeconds: 60 }));
    expect((await visit()).session).toMatchObject({ status: "authenticated" });
  });

  it("are not waited for after the clock was set back", async () => {
    await signedIn();
    await visit();
    fake.runtime.advance(3 * 3600_000);
    seedSession(fake, box, await (await createFakeAuth()).signIn());
    await visit({ isReadOnly: true });
    fake.runtime.advance(-3 * 3600_000);
    await fake.rotateKey();
    seedSession(fake, box, await fake.signIn());
    expect((await visit({ isReadOnly: true })).session.status).toBe("authenticated");
  });

  it("withdrawn take along what they verified", async () => {
    await signedIn();
    expect((await visit({ isReadOnly: true })).session.status).toBe("authenticated");
    await fake.rotateKey();
    const fresh = new CookieBox();
    seedSession(fake, fresh, await fake.signIn());
    fake.runtime.advance(31_000);
    await sessions.open(fresh.request("/")).session();
    expect((await visit({ isReadOnly: true })).session.status).toBe("unavailable");
  });

  it("stay in use while asking again fails", async () => {
    await signedIn(24 * 3600);
    await visit();
    fake.runtime.advance(3600_000);
    fake.fault = () => "reset";
    seedSession(fake, box, await fake.signIn());
    expect((await visit()).session.status).toBe("authenticated");
  });

  it("that make no sense leave the session unavailable, not ended", async () => {
    await signedIn();
    fake.fault = () => Response.json({ keys: [null, 1, { kty: "EC", kid: "x" }] });
    expect((await visit({ isReadOnly: true })).session.status).toBe("unavailable");
  });

  it("that cannot be had at all leave the session unavailable, not ended", async () => {
    await signedIn();
    fake.fault = () => "reset";
    const { session } = await visit();
    expect(session).toMatchObject({ status: "unavailable", error: { kind: "network" } });
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });
});

it("a token too large for cookies is an error to read, not one thrown", async () => {
  await signedIn(60);
  const huge = { access_token: "x".repeat(30_000), refresh_token: "r", expires_in: 3600 };
  fake.fault = (call) => (call.path.startsWith("/token") ? answer(200, huge) : undefined);
  const before = new Map(box.cookies);
  expect((await visit()).session).toMatchObject({ status: "authenticated" });
  fake.runtime.advance(61_000);
  expect((await visit()).session).toMatchObject({
    status: "unavailable",
    error: { code: "cookie_too_large" },
  });
  expect(box.cookies).toEqual(before);
});

describe("tokens are refused", () => {
  it.each([
    ["the anonymous role", { role: "anon" }],
    ["the service role", { role: "service_role" }],
    ["no session id", { session_id: "" }],
    ["another issuer", { iss: "https://evil.test/auth/v1" }],
    ["another audience", { aud: "somewhere-else" }],
    ["a start in the future", { nbf: 4_000_000_000 }],
  ])("with %s", async (_name, claims) => {
    seedSession(fake, box, await fake.signIn({ claims }));
    const { session } = await visit({ isReadOnly: true });
    expect(session.status).toBe("unavailable");
  });
});
