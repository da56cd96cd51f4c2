import { beforeEach, describe, expect, it } from "vitest";
import { SESSION_COOKIE } from "../config/constants.js";
import {
  authAnswer,
  createMemoryBackend,
  type MemoryBackend,
  type MemoryJar,
} from "../testing/index.js";
import type { Scope } from "./scope-type.js";
import { createSessionServer, type SessionServer } from "./session-server.js";

let memory: MemoryBackend;
let box: MemoryJar;
let sessions: SessionServer;

beforeEach(async () => {
  memory = createMemoryBackend();
  box = memory.createJar();
  sessions = createSessionServer(memory.backend);
  memory.auth.createUser(credentials);
});

async function within<T>(run: (scope: Scope) => Promise<T>): Promise<T> {
  const scope = sessions.open(box.request("/"));
  const result = await run(scope);
  box.take(scope.apply(new Response()));
  return result;
}

const credentials = { email: "ada@example.test", password: "correct" };

describe("a sign-in", () => {
  it("stores the session in one HttpOnly cookie and returns no token", async () => {
    const scope = sessions.open(box.request("/"));
    const { data, error } = await scope.auth.signInWithPassword(credentials);
    expect(error).toBeNull();
    expect(data?.session).toMatchObject({ status: "authenticated", event: { name: "SIGNED_IN" } });
    expect(JSON.stringify(data)).not.toMatch(/refresh-|eyJ/);
    const lines = scope.apply(new Response()).headers.getSetCookie();
    const session = lines.find((line) => line.startsWith(`${SESSION_COOKIE}=`));
    expect(session).toMatch(/; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
  });

  it("sets Secure cookies on https", async () => {
    const request = new Request("http://inside:3000/", {
      headers: { "x-forwarded-proto": "https" },
    });
    const scope = sessions.open(request);
    await scope.auth.signInWithPassword(credentials);
    const lines = scope.apply(new Response()).headers.getSetCookie();
    expect(lines.every((line) => line.includes("; Secure; "))).toBe(true);
  });

  it("is visible to later calls of the same request", async () => {
    const status = await within(async (scope) => {
      expect((await scope.session()).status).toBe("unauthenticated");
      await scope.auth.signInWithPassword(credentials);
      return (await scope.session()).status;
    });
    expect(status).toBe("authenticated");
  });

  it("returns an error with the code of the refusal and without the email address", async () => {
    const { error } = await within((scope) =>
      scope.auth.signInWithPassword({ ...credentials, password: "wrong" }),
    );
    expect(error).toMatchObject({ kind: "auth", code: "invalid_credentials", status: 400 });
    expect(JSON.stringify(error)).not.toContain("@");
    expect(error?.message).not.toContain("@");
    expect(box.cookies.size).toBe(0);
  });

  it.each([
    [{ hang: true }, { kind: "network", code: "timeout" }],
    [{ drop: true }, { kind: "network", code: "unreachable" }],
    [
      { status: 502, body: "<html>" },
      { kind: "network", code: "service_unavailable" },
    ],
    [
      {
        respond: () => authAnswer(429, { code: "over_request_rate_limit" }, { "retry-after": "7" }),
      },
      { kind: "auth", code: "over_request_rate_limit", retryAfterSeconds: 7, retryable: true },
    ],
    [
      {
        respond: () =>
          authAnswer(422, { code: "weak_password", weak_password: { reasons: ["length"] } }),
      },
      { kind: "auth", code: "weak_password", details: { reasons: ["length"] } },
    ],
  ])("returns the error $1 when the call to the service fails", async (fault, expected) => {
    const start = memory.clock.now();
    memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, ...fault });
    const { data, error } = await within((scope) => scope.auth.signInWithPassword(credentials));
    expect(data).toBeNull();
    expect(error).toMatchObject(expected);
    expect(memory.clock.now() - start).toBeLessThanOrEqual(12_000);
  });

  it("ends the session of the user who was signed in before in the same browser", async () => {
    const first = await memory.auth.signIn();
    memory.seed(box, first);
    const before = new Map(box.cookies);
    const email = "b@example.test";
    await within((scope) => scope.auth.signInWithOtp({ email }));
    const token = memory.mailbox.last()?.code ?? "";
    await within((scope) => scope.auth.verifyOtp({ email, token, type: "email" }));
    const second = box.cookies.get(SESSION_COOKIE);
    box.cookies.set(SESSION_COOKIE, before.get(SESSION_COOKIE) ?? "");
    expect((await within((scope) => scope.session())).status).toBe("unauthenticated");
    box.cookies.set(SESSION_COOKIE, second ?? "");
    expect((await within((scope) => scope.session())).status).toBe("authenticated");
  });
});

describe("a call of a signed-in user", () => {
  beforeEach(async () => {
    memory.seed(box, await memory.auth.signIn());
  });

  it("refreshes an expired token before it updates the user, and refreshes the claims afterwards", async () => {
    memory.clock.skip(3_700_000);
    const { error } = await within((scope) => scope.auth.updateUser({ data: { name: "Ada" } }));
    expect(error).toBeNull();
    const put = memory.calls.find(({ method }) => method === "PUT");
    expect(put?.bearer).toMatch(/^eyJ/);
    expect(memory.count("/auth/v1/token?grant_type=refresh_token")).toBe(2);
    const session = await within((scope) => scope.session());
    expect(session).toMatchObject({ event: { name: "USER_UPDATED" } });
  });

  it("clears the session when the service reports that the session does not exist", async () => {
    memory.auth.sessions.clear();
    const { error } = await within((scope) => scope.auth.getUser());
    expect(error).toMatchObject({ code: "session_not_found" });
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it("keeps the session during an outage of the service", async () => {
    memory.faults.add({ path: "/auth/v1/user", status: 500, times: 2 });
    await expect(within((scope) => scope.requireFreshUser())).rejects.toMatchObject({
      kind: "network",
    });
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });

  it("reads the assurance level and the time of the second factor from the claims when it requires aal2", async () => {
    await expect(within((scope) => scope.requireAal2())).rejects.toMatchObject({
      code: "insufficient_aal",
    });
    const timestamp = Math.floor(memory.clock.now() / 1000) - 600;
    const claims = { aal: "aal2", amr: [{ method: "totp", timestamp }] };
    memory.seed(box, await memory.auth.signIn({ claims }));
    await expect(within((scope) => scope.requireAal2({ maxAge: 900 }))).resolves.toBeDefined();
    await expect(within((scope) => scope.requireAal2({ maxAge: 300 }))).rejects.toMatchObject({
      code: "insufficient_aal",
    });
  });
});

describe("a visitor without a session", () => {
  it("receives session_missing without a request from a flow that needs a user", async () => {
    const { error } = await within((scope) => scope.auth.updateUser({ password: "x" }));
    expect(error).toMatchObject({ code: "session_missing" });
    expect(memory.calls).toEqual([]);
  });

  it("receives session_missing from data calls, which send no request", async () => {
    const { data, error } = await within(async (scope) => scope.db.from("requests").select("id"));
    expect(data).toBeNull();
    expect(error).toMatchObject({ kind: "auth", code: "session_missing" });
    expect(memory.calls).toEqual([]);
  });
});

it("a flow that changes the session returns cookies_read_only in a page", async () => {
  const scope = sessions.open(box.request("/"), { isReadOnly: true });
  const { error } = await scope.auth.signInWithPassword(credentials);
  expect(error).toMatchObject({ code: "cookies_read_only" });
  expect(memory.calls).toEqual([]);
});

it("a page may read the user and the second factors", async () => {
  await within((scope) => scope.auth.signInWithPassword(credentials));
  const scope = sessions.open(box.request("/"), { isReadOnly: true });
  const user = await scope.auth.getUser();
  expect(user.data?.user.email).toBe(credentials.email);
  expect((await scope.auth.mfa.listFactors()).data?.all).toEqual([]);
  expect(scope.cookieChanges()).toEqual([]);
});

describe("scope.apply", () => {
  it.each([
    ["a redirect", () => Response.redirect("http://app.test/next", 303), 303],
    ["JSON", () => Response.json({ ok: true }, { status: 201 }), 201],
    ["a stream", () => new Response(new Blob(["x"]).stream()), 200],
    ["an error page", () => new Response("oops", { status: 500 }), 500],
  ])("adds cookies to %s and keeps its status", async (_name, respond, status) => {
    const scope = sessions.open(box.request("/"));
    await scope.auth.signInWithPassword(credentials);
    const response = scope.apply(respond());
    expect(response.status).toBe(status);
    expect(response.headers.getSetCookie().join()).toContain(SESSION_COOKIE);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("keeps the response's cache headers if the request has no cookies and the app did not call session()", () => {
    const response = new Response("static", { headers: { "cache-control": "max-age=60" } });
    expect(sessions.open(box.request("/")).apply(response).headers.get("cache-control")).toBe(
      "max-age=60",
    );
  });
});
