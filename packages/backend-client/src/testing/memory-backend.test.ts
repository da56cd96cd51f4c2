import { beforeEach, describe, expect, it } from "vitest";
import { SESSION_COOKIE } from "../config/constants.js";
import { unwrap } from "../errors/backend-error.js";
import { createSessionServer, type SessionServer } from "../server/session-server.js";
import {
  createMemoryBackend,
  createVirtualClock,
  type MemoryBackend,
  type MemoryJar,
  type MemoryRequest,
} from "./index.js";

let memory: MemoryBackend;
let sessions: SessionServer;
let jar: MemoryJar;
let seen: MemoryRequest[];

beforeEach(() => {
  seen = [];
  memory = createMemoryBackend({
    auth: { claims: ({ email }) => ({ app_role: email === "owner@b.test" ? "owner" : "member" }) },
    rest: (request) => {
      seen.push(request);
      return Response.json([{ id: 1 }]);
    },
  });
  sessions = createSessionServer(memory.backend);
  jar = memory.createJar();
});

async function visit() {
  const scope = sessions.open(jar.request("/"));
  const session = await scope.session();
  jar.take(scope.apply(new Response("page")));
  return { scope, session };
}

describe("a test of an app with the memory backend", () => {
  it("signs in with the app's password flow, as a user that the test creates", async () => {
    const email = "owner@b.test";
    memory.auth.createUser({ email, password: "secret", userMetadata: { name: "Olga" } });
    const scope = sessions.open(jar.request("/"));
    unwrap(await scope.auth.signInWithPassword({ email, password: "secret" }));
    jar.take(scope.apply(new Response()));
    expect((await visit()).session).toMatchObject({
      claims: { email, app_role: "owner", user_metadata: { name: "Olga" } },
    });
  });

  it("signs in directly, with claims that the test sets", async () => {
    await memory.signIn(jar, { aal: "aal2", method: "totp", claims: { org: "acme" } });
    const { scope, session } = await visit();
    expect(session).toMatchObject({ claims: { org: "acme", app_role: "member", aal: "aal2" } });
    await expect(scope.requireAal2({ maxAge: 60 })).resolves.toBeDefined();
    memory.clock.skip(61_000);
    await expect(scope.requireAal2({ maxAge: 60 })).rejects.toMatchObject({
      code: "insufficient_aal",
    });
  });

  it("receives REST requests in its own handler, with the caller's claims", async () => {
    await memory.signIn(jar, { claims: { org: "acme" } });
    const { scope } = await visit();
    expect(unwrap(await scope.db.from("requests").select("id").eq("id", 1))).toEqual([{ id: 1 }]);
    expect(seen[0]).toMatchObject({ path: "/requests", claims: { org: "acme" } });
    expect(seen[0]?.query.get("id")).toBe("eq.1");
    await scope.anonymous.db.from("requests").select("id");
    expect(seen[1]?.claims).toBeNull();
  });

  it("receives no REST request with an expired token, because the backend refuses such a request", async () => {
    const { access_token } = await memory.signIn(jar);
    memory.clock.skip(3600_000);
    const headers = { authorization: `Bearer ${access_token}` };
    const response = await memory.fetch(`${memory.backend.url}/rest/v1/requests`, { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "PGRST303" });
    expect(seen).toEqual([]);
  });

  it("gets an error that names the service if the test defined no handler for it", async () => {
    await memory.signIn(jar);
    const { scope } = await visit();
    expect((await scope.functions.invoke("sweep")).error).toMatchObject({
      status: 501,
      details: { message: "createMemoryBackend has no handler for functions" },
    });
  });

  it("can expire a token, ban a user and delete all sessions from the service", async () => {
    const user = memory.auth.createUser({ email: "a@b.test" });
    await memory.signIn(jar, { user });
    memory.clock.skip(3_700_000);
    expect((await visit()).session).toMatchObject({ event: { name: "TOKEN_REFRESHED" } });
    user.isBanned = true;
    memory.clock.skip(3_700_000);
    expect((await visit()).session).toMatchObject({
      status: "unauthenticated",
      error: { code: "user_banned" },
    });
    user.isBanned = false;
    await memory.signIn(jar, { user });
    memory.auth.sessions.clear();
    await expect((await visit()).scope.requireFreshUser()).rejects.toMatchObject({
      code: "session_not_found",
    });
  });

  it("reads the emails that the service would have sent", async () => {
    const scope = sessions.open(jar.request("/"));
    const next = memory.mailbox.waitFor({ to: "new@b.test" });
    unwrap(await scope.auth.signInWithOtp({ email: "new@b.test" }));
    expect(await next).toMatchObject({ kind: "signup", to: "new@b.test" });
    const [email] = memory.mailbox.all;
    const type = "email";
    memory.clock.skip(3600_000);
    const late = await scope.auth.verifyOtp({
      email: "new@b.test",
      token: email?.code ?? "",
      type,
    });
    expect(late.error).toMatchObject({ code: "otp_expired" });
    unwrap(await scope.auth.signInWithOtp({ email: "new@b.test" }));
    const token_hash = memory.mailbox.last("new@b.test")?.tokenHash ?? "";
    unwrap(await scope.auth.verifyOtp({ token_hash, type }));
    expect(await scope.session()).toMatchObject({ status: "authenticated" });
    memory.mailbox.clear();
    expect(memory.mailbox.last()).toBeUndefined();
  });

  it("changes an email address with a code sent to the new address", async () => {
    await memory.signIn(jar, { user: memory.auth.createUser({ email: "old@b.test" }) });
    const scope = createSessionServer(memory.backend).open(jar.request("/"));
    unwrap(await scope.auth.updateUser({ email: "new@b.test" }));
    const token = memory.mailbox.last("new@b.test")?.code ?? "";
    unwrap(await scope.auth.verifyOtp({ email: "new@b.test", token, type: "email_change" }));
    expect(await scope.session()).toMatchObject({ claims: { email: "new@b.test" } });
  });

  it("signs visitors in anonymously, and signs users up without email confirmation", async () => {
    const quick = createMemoryBackend({ auth: { autoconfirm: true, minPasswordLength: 3 } });
    const scope = createSessionServer(quick.backend).open(jar.request("/"));
    const visitor = unwrap(await scope.auth.signInAnonymously());
    expect(visitor.session).toMatchObject({ claims: { is_anonymous: true } });
    const account = { email: "a@b.test", password: "abc" };
    expect(unwrap(await scope.auth.signUp(account)).session?.claims.email).toBe("a@b.test");
    expect((await scope.auth.signUp(account)).error).toMatchObject({ code: "user_already_exists" });
  });
});

describe("refresh tokens of the memory backend", () => {
  const refresh = async (refresh_token: string) => {
    const response = await memory.fetch(
      `${memory.backend.url}/auth/v1/token?grant_type=refresh_token`,
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ refresh_token }),
      },
    );
    return (await response.json()) as { code?: string; refresh_token: string };
  };

  it("rotate, and a refresh with the previous token returns the current token, even a day later", async () => {
    const first = (await memory.auth.signIn()).refresh_token;
    const second = (await refresh(first)).refresh_token;
    expect(second).not.toBe(first);
    memory.clock.skip(24 * 3600_000);
    expect((await refresh(first)).refresh_token).toBe(second);
  });

  it.each([
    [10_000, undefined],
    [10_001, "refresh_token_already_used"],
  ])(
    "that are used again %i ms after a second rotation cause the error %s (undefined: no error)",
    async (elapsed, code) => {
      const first = (await memory.auth.signIn()).refresh_token;
      const second = (await refresh(first)).refresh_token;
      const third = (await refresh(second)).refresh_token;
      memory.clock.skip(elapsed);
      expect((await refresh(first)).code).toBe(code);
      expect((await refresh(third)).code).toBe(code);
      expect((await refresh("guess")).code).toBe("refresh_token_not_found");
    },
  );
});

describe("faults of the memory backend", () => {
  it("affect the given number of requests, and can be removed", async () => {
    await memory.signIn(jar);
    await visit();
    memory.clock.skip(3_700_000);
    const disarm = memory.faults.add({ path: "/auth/v1/token", status: 503, times: 50 });
    expect((await visit()).session).toMatchObject({
      status: "unavailable",
      error: { code: "service_unavailable" },
    });
    expect(jar.cookies.has(SESSION_COOKIE)).toBe(true);
    disarm();
    expect((await visit()).session.status).toBe("authenticated");
    memory.faults.add({ path: /token\?grant_type=refresh/, method: "POST", drop: true });
    memory.clock.skip(3_700_000);
    expect((await visit()).session.status).toBe("authenticated");
    memory.faults.add({ path: "/", status: 500, times: 9 });
    memory.faults.clear();
    memory.clock.skip(3_700_000);
    expect((await visit()).session.status).toBe("authenticated");
  });

  it("take only virtual time when they hang or delay a request", async () => {
    await memory.signIn(jar);
    await visit();
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/auth/v1/token", hang: true });
    const start = memory.clock.now();
    expect((await visit()).session).toMatchObject({ error: { code: "timeout" } });
    expect(memory.clock.now() - start).toBe(3000);
    memory.faults.add({ path: "/auth/v1/token", delayMs: 2000 });
    expect((await visit()).session.status).toBe("authenticated");
    expect(memory.clock.now() - start).toBe(5000);
  });

  it("that hang a request last until the test advances the backend's clock", async () => {
    const clock = createVirtualClock();
    const slow = createMemoryBackend({ clock });
    const server = createSessionServer(slow.backend);
    const browser = slow.createJar();
    await slow.signIn(browser);
    clock.skip(3_700_000);
    slow.faults.add({ path: "/auth/v1/token", hang: true });
    let isSettled = false;
    const session = server
      .open(browser.request("/"))
      .session()
      .finally(() => {
        isSettled = true;
      });
    await clock.advance(2_999);
    expect(isSettled).toBe(false);
    await clock.advance(1);
    expect(await session).toMatchObject({ error: { code: "timeout" } });
  });
});

it("the memory backend rejects requests to other URLs and aborted requests", async () => {
  await expect(memory.fetch("http://elsewhere.test/")).rejects.toThrow("fetch failed");
  const signal = AbortSignal.abort(new Error("gone"));
  await expect(memory.fetch(memory.backend.url, { signal })).rejects.toThrow("gone");
});
