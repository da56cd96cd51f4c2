import { SignJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { SESSION_COOKIE, TOMBSTONE_COOKIE } from "../config/constants.js";
import { parseJwt } from "../session/jwt.js";
import {
  authAnswer,
  createMemoryBackend,
  createVirtualClock,
  type MemoryBackend,
  type MemoryJar,
  type MemoryTokens,
} from "../testing/index.js";
import type { SessionServerOptions } from "./options.js";
import { createSessionServer } from "./session-server.js";

const JWKS = "/auth/v1/.well-known/jwks.json";
const TOKEN = "/auth/v1/token?grant_type=refresh_token";
const LOGOUT = "/auth/v1/logout?scope=local";
const FOREVER = Number.POSITIVE_INFINITY;
const VISITOR = { headers: { "x-forwarded-for": "192.0.2.1" } };
const SECRET = "a secret of the project that is long enough";

let memory: MemoryBackend;
let jar: MemoryJar;
let tokens: MemoryTokens;

beforeEach(async () => {
  memory = createMemoryBackend();
  jar = memory.createJar();
  tokens = await memory.signIn(jar);
});

const serve = (options: SessionServerOptions = {}) =>
  createSessionServer(memory.backend, { logger: false, ...options });

const signOut = (options?: SessionServerOptions) =>
  serve(options).open(jar.request("/", VISITOR)).auth.signOut({ scope: "local" });

const asked = () => memory.calls.map(({ path }) => path).filter((path) => path !== JWKS);

async function useSecret(): Promise<void> {
  const claims = parseJwt(tokens.access_token)?.payload as Record<string, unknown>;
  const token = new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" });
  const access_token = await token.sign(new TextEncoder().encode(SECRET));
  memory.seed(jar, { ...tokens, access_token });
}

async function useUpLimit(): Promise<void> {
  const guest = serve({ clientLimit: { burst: 3, perMinute: 6 } }).open(
    memory.createJar().request("/", VISITOR),
  );
  const guess = () => guest.auth.signInWithPassword({ email: "a@b.test", password: "x" });
  for (let call = 0; call < 3; call++) await guess();
  expect((await guess()).error?.code).toBe("rate_limited");
  memory.calls.length = 0;
}

describe("a sign-out with a valid token", () => {
  it("uses the token to revoke the session, without a refresh", async () => {
    expect((await signOut()).error).toBeNull();
    expect(asked()).toEqual([LOGOUT]);
  });

  it("revokes a session of a project with a shared secret, without a refresh", async () => {
    await useSecret();
    memory.faults.add({ path: LOGOUT, respond: () => new Response(null, { status: 204 }) });
    expect((await signOut({ jwtSecret: SECRET })).error).toBeNull();
    expect(asked()).toEqual([LOGOUT]);
  });

  it("returns an error instead of sending a token that cannot be verified", async () => {
    memory.faults.add({ path: JWKS, status: 503, times: FOREVER });
    expect((await signOut()).error).toMatchObject({ code: "service_unavailable" });
    expect(asked()).toEqual([]);
  });

  it.each([
    [401, "bad_jwt"],
    [403, "bad_jwt"],
    [404, "session_not_found"],
  ])(
    "succeeds when the service responds that the session has ended: %i %s",
    async (status, code) => {
      memory.faults.add({ path: LOGOUT, respond: () => authAnswer(status, { code }) });
      expect(await signOut()).toEqual({ data: null, error: null });
    },
  );

  it("sends no request for a session that this browser ended before", async () => {
    const late = new Map(jar.cookies);
    const scope = serve().open(jar.request("/"));
    await scope.auth.signOut({ scope: "local" });
    jar.take(scope.apply(new Response()));
    for (const [name, value] of late) jar.cookies.set(name, value);
    memory.calls.length = 0;
    expect(await signOut()).toEqual({ data: null, error: null });
    expect(memory.calls).toEqual([]);
  });

  it("clears the cookies before it fetches keys", async () => {
    memory = createMemoryBackend({ clock: createVirtualClock() });
    jar = memory.createJar();
    await memory.signIn(jar);
    memory.faults.add({ path: JWKS, hang: true, times: FOREVER });
    const scope = serve().open(jar.request("/"));
    const leaving = scope.auth.signOut({ scope: "local" });
    await memory.clock.advance(0);
    expect(scope.cookieChanges().map(({ name }) => name)).toEqual(
      expect.arrayContaining([SESSION_COOKIE, TOMBSTONE_COOKIE]),
    );
    await memory.clock.advance(60_000);
    expect((await leaving).error).toMatchObject({ kind: "network" });
  });
});

describe("a sign-out with an expired token", () => {
  it("refreshes a session whose token has just expired, to revoke the session", async () => {
    memory.clock.skip(3_600_000);
    expect((await signOut()).error).toBeNull();
    expect(asked()).toEqual([TOKEN, LOGOUT]);
    expect(memory.auth.sessions.size).toBe(0);
  });

  it("succeeds without a revocation when the service says that the session has ended", async () => {
    memory.clock.skip(3_700_000);
    memory.auth.sessions.clear();
    expect(await signOut()).toEqual({ data: null, error: null });
    expect(asked()).toEqual([TOKEN]);
  });

  it("revokes the session even if the service signs with a new key", async () => {
    const scope = serve().open(jar.request("/"), { isReadOnly: true });
    expect((await scope.session()).status).toBe("authenticated");
    memory.clock.skip(3_700_000);
    // For unknown key ids, the server fetches the keys at most once in 30 s. This token causes that
    // fetch.
    const stranger = memory.createJar();
    const [, payload, signature] = tokens.access_token.split(".");
    const header = Buffer.from('{"alg":"ES256","kid":"unknown"}').toString("base64url");
    memory.seed(stranger, { ...tokens, access_token: `${header}.${payload}.${signature}` });
    await serve().open(stranger.request("/"), { isReadOnly: true }).session();
    memory.auth.rotateSigningKey();
    expect(await signOut()).toEqual({ data: null, error: null });
    expect(memory.auth.sessions.size).toBe(0);
  });

  it("returns an error instead of using a refreshed token that is not valid", async () => {
    memory.clock.skip(3_700_000);
    memory.faults.add({
      path: TOKEN,
      respond: () => authAnswer(200, { ...tokens, access_token: "no.jwt.here" }),
    });
    expect((await signOut()).error).toMatchObject({ code: "token_invalid" });
    expect(asked()).toEqual([TOKEN]);
  });

  it("ends the session in this process, also for copies of the cookies", async () => {
    memory.clock.skip(3_700_000);
    const copy = jar.copy();
    await signOut();
    memory.calls.length = 0;
    const scope = serve().open(copy.request("/"));
    expect(await scope.session()).toEqual({ status: "unauthenticated" });
    expect(memory.calls).toEqual([]);
  });

  it("succeeds even at the rate limit if the token's signature is valid", async () => {
    memory.clock.skip(3_700_000);
    await useUpLimit();
    expect((await signOut()).error).toBeNull();
    expect(asked()).toEqual([TOKEN, LOGOUT]);
  });

  it("succeeds even at the rate limit if the project's secret verifies the token", async () => {
    await useSecret();
    memory.clock.skip(3_700_000);
    await useUpLimit();
    expect((await signOut({ jwtSecret: SECRET })).error).toBeNull();
    expect(asked()).toEqual([TOKEN, LOGOUT]);
  });

  it("counts toward the rate limit when the visitor forged the session", async () => {
    const clientLimit = { burst: 3, perMinute: 6 };
    for (let call = 0; call < 5; call++) {
      jar = memory.createJar();
      const access_token = `${tokens.access_token.slice(0, -4)}AAA${call}`;
      memory.seed(jar, { ...tokens, access_token, refresh_token: `made-up-${call}` });
      await signOut({ clientLimit });
    }
    const refreshes = asked().filter((path) => path === TOKEN).length;
    expect(refreshes).toBeGreaterThan(0);
    expect(refreshes).toBeLessThanOrEqual(3);
  });

  it("sends the visitor's address to the auth service", async () => {
    memory.clock.skip(3_700_000);
    await signOut({ forwardingKey: "sb_secret_forwarding", clientAddress: () => "192.0.2.7" });
    const seen = memory.calls
      .filter(({ path }) => path !== JWKS)
      .map(({ headers }) => headers.get("sb-forwarded-for"));
    expect(seen).toEqual(["192.0.2.7", "192.0.2.7"]);
  });
});

it("a sign-out of the other sessions returns the reason why the current session is unavailable", async () => {
  memory.clock.skip(3_700_000);
  memory.faults.add({ path: TOKEN, status: 503, times: FOREVER });
  const { error } = await serve().open(jar.request("/")).auth.signOut({ scope: "others" });
  expect(error).toMatchObject({ code: "service_unavailable" });
});
