import { beforeEach, describe, expect, it } from "vitest";
import { HOLD_COOKIE, SESSION_COOKIE } from "../../config/constants.js";
import {
  authAnswer,
  createMemoryBackend,
  type MemoryBackend,
  type MemoryJar,
  type MemoryTokens,
} from "../../testing/index.js";
import { createSessionServer, type SessionServer } from "../session-server.js";

let memory: MemoryBackend;
let box: MemoryJar;
let sessions: SessionServer;
let tokens: MemoryTokens;

beforeEach(async () => {
  memory = createMemoryBackend();
  box = memory.createJar();
  sessions = createSessionServer(memory.backend);
  tokens = await memory.auth.signIn();
  memory.seed(box, tokens);
});

async function send(request: Request): Promise<Response> {
  return box.take(await sessions.handle(request));
}

describe("GET session", () => {
  it("returns claims and access token, but not the refresh token, to a script of the site", async () => {
    const response = await send(box.script("/auth/session"));
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      status: "authenticated",
      accessToken: tokens.access_token,
      expiresInSeconds: 3600,
      claims: { role: "authenticated" },
      event: { count: 1, name: "SIGNED_IN" },
    });
    expect(text).not.toContain(tokens.refresh_token);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });

  it.each([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    {},
  ])("refuses a request with the headers %j", async (headers) => {
    const response = await send(box.request("/auth/session", { headers }));
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain(tokens.access_token);
  });

  it("accepts a request without Sec-Fetch-Site, as from an older browser, if it has x-backend-client", async () => {
    const response = await send(
      box.request("/auth/session", { headers: { "x-backend-client": "1" } }),
    );
    expect(response.status).toBe(200);
  });
});

describe("checkOrigin", () => {
  it("refuses a POST from another site or of unknown origin", () => {
    const check = (headers: HeadersInit) =>
      sessions.checkOrigin(new Request("http://app.test/upload", { method: "POST", headers }));
    expect(check({ origin: "http://app.test" })).toBeNull();
    expect(check({ "sec-fetch-site": "same-origin" })).toBeNull();
    const foreign = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
    expect(check(foreign)).toMatchObject({ kind: "auth", code: "origin_mismatch", status: 403 });
    expect(check({})).toMatchObject({ code: "origin_mismatch" });
  });
});

describe("POST refresh", () => {
  it("refreshes a token that is about to expire and returns the new token", async () => {
    memory.clock.skip(3_550_000);
    const body = await (await send(box.post("/auth/refresh"))).json();
    expect(body.accessToken).not.toBe(tokens.access_token);
    expect(body.event).toEqual({ count: 2, name: "TOKEN_REFRESHED" });
  });

  it("refreshes a session before it is due if `force` is set", async () => {
    await send(box.post("/auth/refresh"));
    expect(memory.count("/auth/v1/token")).toBe(0);
    const headers = { "content-type": "application/json" };
    await send(box.post("/auth/refresh", { body: '{"force":true}', headers }));
    expect(memory.count("/auth/v1/token")).toBe(1);
  });

  it.each([
    { "sec-fetch-site": "cross-site", origin: "https://evil.test" },
    { "sec-fetch-site": "same-site", origin: "http://other.app.test" },
    { origin: "https://evil.test" },
    { origin: "null" },
    {},
  ])("refuses a request that another site may have caused: %j", async (headers) => {
    memory.clock.skip(3_550_000);
    const response = await send(box.request("/auth/refresh", { method: "POST", headers }));
    expect(response.status).toBe(403);
    expect(memory.count("/auth/v1/token")).toBe(0);
  });

  it("accepts the origin of the forwarded host if the app configures no origin", async () => {
    const headers = { origin: "https://public.test", "x-forwarded-host": "public.test" };
    const own = await sessions.handle(box.request("/auth/refresh", { method: "POST", headers }));
    expect(own.status).toBe(200);
    const fixed = createSessionServer(memory.backend, { origin: "https://fixed.test" });
    const refused = await fixed.handle(box.request("/auth/refresh", { method: "POST", headers }));
    expect(refused.status).toBe(403);
  });
});

describe("GET refresh", () => {
  it("refreshes the session and redirects to the page", async () => {
    memory.clock.skip(3_700_000);
    const response = await send(box.request("/auth/refresh?next=%2Fo%2Facme"));
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/o/acme");
    const page = await sessions.open(box.request("/o/acme"), { isReadOnly: true }).session();
    expect(page.status).toBe("authenticated");
  });

  it("refreshes for a visitor who followed a link on another site", async () => {
    memory.clock.skip(3_700_000);
    const headers = { "sec-fetch-site": "cross-site" };
    const response = await send(box.request("/auth/refresh?next=/", { headers }));
    expect(response.status).toBe(303);
    expect(memory.count("/auth/v1/token")).toBe(1);
  });

  it.each(["https://evil.test", "//evil.test", "/auth/refresh?next=/", "/auth/session"])(
    "does not redirect to %s",
    async (next) => {
      const response = await send(box.request(`/auth/refresh?next=${encodeURIComponent(next)}`));
      expect(response.headers.get("location")).toBe("/");
    },
  );

  it("does not refresh for a prefetch", async () => {
    memory.clock.skip(3_700_000);
    const headers = { "sec-purpose": "prefetch" };
    const response = await send(box.request("/auth/refresh?next=/", { headers }));
    expect(response.status).toBe(204);
    expect(memory.count("/auth/v1/token")).toBe(0);
  });

  it("sets the hold cookie during an outage, so that the page receives service_unavailable instead of refresh_due", async () => {
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, drop: true });
    await send(box.request("/auth/refresh?next=/"));
    expect(box.cookies.has(HOLD_COOKIE)).toBe(true);
    const page = await sessions.open(box.request("/"), { isReadOnly: true }).session();
    expect(page).toMatchObject({
      status: "unavailable",
      error: { kind: "network", code: "service_unavailable" },
    });
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });
});

describe("POST sign-out", () => {
  it("signs out at the service, clears the cookies and sets a tombstone cookie", async () => {
    const response = await send(box.post("/auth/sign-out"));
    expect(await response.json()).toEqual({ status: "unauthenticated" });
    expect(memory.calls.at(-1)).toMatchObject({
      path: "/auth/v1/logout?scope=local",
      bearer: tokens.access_token,
    });
    expect([...box.cookies.keys()]).toEqual(["sb-signed-out"]);
  });

  it("redirects after a form post, but only to a path of this site", async () => {
    const form = (next: string) => ({ body: new URLSearchParams({ next, scope: "global" }) });
    const response = await send(box.post("/auth/sign-out", form("/bye")));
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/bye");
    expect(memory.count("/auth/v1/logout?scope=global")).toBe(1);
    const elsewhere = await send(box.post("/auth/sign-out", form("//evil.test")));
    expect(elsewhere.headers.get("location")).toBe("/");
  });

  it("clears the session in this browser even when the service is down", async () => {
    await sessions.open(box.request("/")).session();
    memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, hang: true });
    const response = await send(box.post("/auth/sign-out"));
    expect(await response.json()).toMatchObject({
      status: "unauthenticated",
      error: { kind: "network", code: "timeout" },
    });
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it('with the scope "others" keeps this session', async () => {
    const headers = { "content-type": "application/json" };
    const response = await send(
      box.post("/auth/sign-out", { body: '{"scope":"others"}', headers }),
    );
    expect(await response.json()).toMatchObject({ status: "authenticated" });
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });

  it("refuses a form post from another site", async () => {
    const headers = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
    expect((await send(box.request("/auth/sign-out", { method: "POST", headers }))).status).toBe(
      403,
    );
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });
});

describe("the confirm page", () => {
  const link = "/auth/confirm?token_hash=abc123&type=recovery&next=%2Faccount";

  it("leaves the token valid when an email scanner sends HEAD or GET", async () => {
    box.cookies.clear();
    expect((await send(box.request(link, { method: "HEAD" }))).status).toBe(200);
    const page = await send(box.request(link));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<form method="post" action="/auth/confirm">');
    expect(memory.calls).toEqual([]);
  });

  it("escapes valid link parameters, and returns 400 for invalid ones", async () => {
    const next = encodeURIComponent('/"><script>');
    const page = await send(box.request(`/auth/confirm?token_hash=abc&type=email&next=${next}`));
    expect(await page.text()).not.toContain('"><script>');
    expect((await send(box.request("/auth/confirm?token_hash=%22%3E&type=email"))).status).toBe(
      400,
    );
    expect((await send(box.request("/auth/confirm?token_hash=abc&type=other"))).status).toBe(400);
  });

  it("verifies the link on POST, signs the user in and redirects to `next`", async () => {
    const { email } = memory.auth.createUser({ email: "ada@example.test" });
    const scope = sessions.open(box.request("/"));
    await scope.auth.resetPasswordForEmail(email ?? "");
    const token_hash = memory.mailbox.last()?.tokenHash ?? "";
    const body = new URLSearchParams({ token_hash, type: "recovery", next: "/account" });
    const response = await send(box.post("/auth/confirm", { body }));
    expect(response.headers.get("location")).toBe("/account");
    const session = await (await send(box.script("/auth/session"))).json();
    expect(session.event.name).toBe("PASSWORD_RECOVERY");
  });

  it("redirects to the sign-in page with an error code when the link has expired", async () => {
    memory.faults.add({
      path: "/auth/v1/verify",
      respond: () => authAnswer(403, { code: "otp_expired" }),
    });
    const body = new URLSearchParams({ token_hash: "abc123", type: "email", next: "/account" });
    const response = await send(box.post("/auth/confirm", { body }));
    expect(response.headers.get("location")).toBe("/sign-in?error=otp_expired&next=%2Faccount");
  });
});

describe("the callback handler", () => {
  it("exchanges the code with the PKCE verifier from this browser's cookie", async () => {
    box.cookies.clear();
    const scope = sessions.open(box.request("/"));
    const { data } = await scope.auth.signInWithOAuth({
      provider: "github",
      options: { skipBrowserRedirect: true },
    });
    expect(data?.url).toContain("code_challenge=");
    const response = scope.apply(new Response());
    expect(response.headers.getSetCookie().every((line) => line.includes("HttpOnly"))).toBe(true);
    box.take(response);
    const provider = await memory.fetch(data?.url ?? "");
    const back = new URL(provider.headers.get("location") ?? "");
    const done = await send(box.request(`/auth/callback${back.search}&next=/o/acme`));
    expect(done.headers.get("location")).toBe("/o/acme#");
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });

  it("redirects with a notice if another browser started the flow, but with an error code if the provider refused", async () => {
    box.cookies.clear();
    const elsewhere = await send(box.request("/auth/callback?code=1234&next=/x"));
    expect(elsewhere.headers.get("location")).toBe("/sign-in?notice=other_browser&next=%2Fx#");
    const refused = await send(box.request("/auth/callback?error=access_denied"));
    expect(refused.headers.get("location")).toBe("/sign-in?error=access_denied#");
    const nasty = await send(box.request("/auth/callback?error=%3Cscript%3E"));
    expect(nasty.headers.get("location")).toBe("/sign-in?error=unknown#");
  });
});

it("the handlers respond with 404 to unknown paths and with 405 to unsupported methods", async () => {
  expect((await send(box.request("/auth/nothing"))).status).toBe(404);
  expect((await send(box.request("/auth/constructor"))).status).toBe(404);
  expect((await send(box.request("/authors/session"))).status).toBe(404);
  const put = await send(box.request("/auth/refresh", { method: "PUT" }));
  expect(put.status).toBe(405);
  expect(put.headers.get("allow")).toBe("GET, POST");
});
