import { beforeEach, describe, expect, it } from "vitest";
import { SESSION_COOKIE } from "../config/constants.js";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../testing/index.js";
import type { SessionServerOptions } from "./options.js";
import { createSessionServer, type SessionServer } from "./session-server.js";

const FORCE = { body: '{"force":true}', headers: { "content-type": "application/json" } };

let memory: MemoryBackend;
let jar: MemoryJar;
let sessions: SessionServer;

const serve = (options: SessionServerOptions = {}) => {
  sessions = createSessionServer(memory.backend, {
    clientLimit: { burst: 3, perMinute: 6 },
    logger: false,
    ...options,
  });
};

beforeEach(() => {
  memory = createMemoryBackend();
  jar = memory.createJar();
  serve();
});

async function send(request: Request, address?: string): Promise<Response> {
  if (address) request.headers.set("x-forwarded-for", address);
  return jar.take(await sessions.handle(request));
}

const force = (address?: string) => send(jar.post("/auth/refresh", FORCE), address);

describe("the rate limits of one client", () => {
  it("respond with 429 and Retry-After to too many forced refreshes, and keep the session", async () => {
    await memory.signIn(jar);
    for (let call = 0; call < 3; call++) expect((await force("192.0.2.1")).status).toBe(200);
    const refused = await force("192.0.2.1");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("10");
    expect(await refused.json()).toMatchObject({
      error: { kind: "network", code: "rate_limited", retryAfterSeconds: 10 },
    });
    expect(memory.count("/auth/v1/token")).toBe(3);
    expect(await (await send(jar.script("/auth/session"), "192.0.2.1")).json()).toMatchObject({
      status: "authenticated",
    });
    memory.clock.skip(10_000);
    expect((await force("192.0.2.1")).status).toBe(200);
  });

  it("count only that client's own calls, whatever address the client claims in x-forwarded-for", async () => {
    await memory.signIn(jar);
    for (let call = 0; call < 4; call++) await force("192.0.2.1");
    expect((await force("192.0.2.2")).status).toBe(200);
    expect((await force("203.0.113.9, 192.0.2.1")).status).toBe(429);
  });

  it.each([
    "127.0.0.1",
    "::1",
    "10.0.0.4",
    "172.20.0.1",
    "192.168.1.1",
    "::ffff:10.0.0.4",
    "fd00::1",
  ])(
    "do not count calls from %s, because all visitors behind a proxy may have that address",
    async (address) => {
      await memory.signIn(jar);
      for (let call = 0; call < 4; call++) await force(address);
      const other = memory.createJar();
      await memory.signIn(other);
      const post = other.post("/auth/refresh", FORCE);
      post.headers.set("x-forwarded-for", address);
      expect((await sessions.handle(post)).status).toBe(200);
    },
  );

  it("count an address without its port, which some proxies include", async () => {
    const statuses: number[] = [];
    for (let port = 41_000; port < 41_010; port++) {
      const body = new URLSearchParams({ token_hash: "guess", type: "email" });
      const post = jar.post("/auth/confirm", { body });
      statuses.push((await send(post, `203.0.113.5:${port}`)).status);
    }
    expect(statuses.filter((status) => status === 303)).toHaveLength(3);
    expect(memory.count("/auth/v1/verify")).toBe(3);
  });

  it("allow a session six calls in a row, even if each call comes from another address", async () => {
    await memory.signIn(jar);
    for (let call = 0; call < 6; call++) expect((await force(`192.0.2.${call}`)).status).toBe(200);
    expect((await force("192.0.2.9")).status).toBe(429);
    const other = memory.createJar();
    await memory.signIn(other);
    expect((await sessions.handle(other.post("/auth/refresh", FORCE))).status).toBe(200);
  });

  it("respond with 429 to a session with an expired token, and keep its cookies", async () => {
    await memory.signIn(jar);
    for (let call = 0; call < 4; call++) await force("192.0.2.1");
    memory.clock.skip(3_700_000);
    const visitor = memory.createJar();
    await memory.signIn(visitor);
    for (let call = 0; call < 3; call++) {
      const post = visitor.post("/auth/refresh", FORCE);
      post.headers.set("x-forwarded-for", "192.0.2.1");
      visitor.take(await sessions.handle(post));
    }
    const read = await send(jar.script("/auth/session"), "192.0.2.1");
    expect([read.status, read.headers.get("retry-after")]).toEqual([429, "10"]);
    const page = await send(jar.request("/auth/refresh?next=/o"), "192.0.2.1");
    expect([page.status, page.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(await page.text()).toContain("Wait 10 seconds");
    expect(jar.cookies.has(SESSION_COOKIE)).toBe(true);
    memory.clock.skip(10_000);
    expect((await send(jar.request("/auth/refresh?next=/o"), "192.0.2.1")).status).toBe(303);
  });

  it("refuse the fourth guessed link without a call to the service", async () => {
    const guess = (path: string) =>
      path === "callback"
        ? send(jar.request("/auth/callback?code=guess&next=/"), "192.0.2.1")
        : send(
            jar.post("/auth/confirm", {
              body: new URLSearchParams({ token_hash: "guess", type: "email" }),
            }),
            "192.0.2.1",
          );
    const statuses: number[] = [];
    for (const path of ["confirm", "confirm", "confirm", "confirm", "callback"]) {
      statuses.push((await guess(path)).status);
    }
    // The last request is not limited: without a PKCE verifier, the callback does not call the
    // service.
    expect(statuses).toEqual([303, 303, 303, 429, 303]);
    expect(memory.count("/auth/v1/verify")).toBe(3);
  });

  it("never refuse a sign-out", async () => {
    await memory.signIn(jar);
    for (let call = 0; call < 4; call++) await force("192.0.2.1");
    const response = await send(jar.post("/auth/sign-out"), "192.0.2.1");
    expect(await response.json()).toEqual({ status: "unauthenticated" });
    expect(memory.count("/auth/v1/logout")).toBe(1);
  });

  it("count one call for all requests that share a refresh", async () => {
    await memory.signIn(jar);
    memory.clock.skip(3_700_000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sessions.handle(jar.script("/auth/session"))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(memory.count("/auth/v1/token")).toBe(1);
  });

  it("can be turned off by the app", async () => {
    serve({ clientLimit: false, serviceLimit: false });
    await memory.signIn(jar);
    for (let call = 0; call < 40; call++) expect((await force("192.0.2.1")).status).toBe(200);
  });

  it("allow ten calls in a row by default", async () => {
    serve({ clientLimit: undefined });
    const guess = async () => {
      const headers = { "x-forwarded-for": "192.0.2.1" };
      const scope = sessions.open(memory.createJar().request("/", { headers }));
      const { error } = await scope.auth.signInWithPassword({ email: "a@b.test", password: "x" });
      return error?.code;
    };
    for (let call = 0; call < 10; call++) expect(await guess()).toBe("invalid_credentials");
    expect(await guess()).toBe("rate_limited");
    expect(memory.calls).toHaveLength(10);
  });

  it("allow a signed-in user six consecutive attempts at a second factor by default", async () => {
    serve({ clientLimit: undefined });
    await memory.signIn(jar);
    const prove = async () => {
      const scope = sessions.open(
        jar.request("/", { headers: { "x-forwarded-for": "192.0.2.1" } }),
      );
      const { error } = await scope.auth.mfa.challengeAndVerify({ factorId: "f", code: "000000" });
      return error?.code;
    };
    for (let call = 0; call < 6; call++) expect(await prove()).toBe("mfa_factor_not_found");
    expect(await prove()).toBe("rate_limited");
    expect(memory.count("/auth/v1/factors")).toBe(6);
  });
});

describe("the rate limits of visitors without a known address", () => {
  const guess = async (headers: Record<string, string> = {}) => {
    const scope = sessions.open(memory.createJar().request("/", { headers }));
    const { error } = await scope.auth.signInWithPassword({ email: "a@b.test", password: "x" });
    return error?.code;
  };

  it.each([
    ["no header", undefined],
    ["a private address", { "x-forwarded-for": "203.0.113.9, 10.0.0.1" }],
    ["text that is not an address", { "x-forwarded-for": "unknown" }],
  ])("allow 15 sign-ins in a row in total (%s)", async (_name, headers) => {
    for (let call = 0; call < 15; call++) expect(await guess(headers)).toBe("invalid_credentials");
    expect(await guess(headers)).toBe("rate_limited");
    memory.clock.skip(4_000);
    expect(await guess(headers)).toBe("invalid_credentials");
    expect(await guess(headers)).toBe("rate_limited");
  });

  it("do not block users with a session", async () => {
    await memory.signIn(jar);
    for (let call = 0; call < 20; call++) await guess();
    const { error } = await sessions.open(jar.request("/")).auth.getUser();
    expect(error).toBeNull();
  });

  it("cannot be bypassed with forged sessions", async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const real = await memory.auth.signIn();
    for (let call = 0; call < 40; call++) {
      const other = memory.createJar();
      const access_token = `${part({ alg: "ES256" })}.${part({ session_id: `s${call}` })}.x`;
      memory.seed(other, { ...real, access_token, refresh_token: `r${call}`, expires_in: 60 });
      await sessions.open(other.request("/")).session();
    }
    expect(memory.count("/auth/v1/token")).toBe(15);
  });

  it("do not apply when the adapter passes the socket's address, which then has its own limit", async () => {
    const open = (socketAddress: string) =>
      sessions.open(memory.createJar().request("/"), { socketAddress });
    const tryOnce = async (socketAddress: string) => {
      const { error } = await open(socketAddress).auth.verifyOtp({
        token_hash: "x",
        type: "email",
      });
      return error?.code;
    };
    for (let call = 0; call < 3; call++) expect(await tryOnce("203.0.113.5")).toBe("otp_expired");
    expect(await tryOnce("203.0.113.5")).toBe("rate_limited");
    expect(await tryOnce("203.0.113.6")).toBe("otp_expired");
    const body = new URLSearchParams({ token_hash: "guess", type: "email" });
    const handled = await sessions.handle(jar.post("/auth/confirm", { body }), {
      socketAddress: "203.0.113.5",
    });
    expect(handled.status).toBe(429);
  });
});

describe("a request that did not pass the app's proxies", () => {
  beforeEach(() => serve({ clientAddress: { hops: 2 } }));

  it("is refused with 403 when it forces a refresh, and the service receives no refresh", async () => {
    await memory.signIn(jar);
    const refused = await force("192.0.2.1");
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      error: { kind: "network", code: "client_address_unknown" },
    });
    expect(memory.count("/auth/v1/token")).toBe(0);
    expect((await force("192.0.2.1, 198.51.100.1")).status).toBe(200);
  });

  it("keeps its session while the token is valid, and can sign out", async () => {
    await memory.signIn(jar);
    expect((await sessions.open(jar.request("/")).session()).status).toBe("authenticated");
    await send(jar.post("/auth/sign-out"));
    expect(memory.count("/auth/v1/logout")).toBe(1);
  });
});
