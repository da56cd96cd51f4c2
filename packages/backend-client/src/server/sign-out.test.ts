import { beforeEach, describe, expect, it } from "vitest";
import { SESSION_COOKIE, TOMBSTONE_COOKIE } from "../config/constants.js";
import {
  createMemoryBackend,
  createVirtualClock,
  type MemoryBackend,
  type MemoryJar,
} from "../testing/index.js";
import { createSessionServer, type SessionServer } from "./session-server.js";

const JSON_BODY = { "content-type": "application/json" };

let memory: MemoryBackend;
let jar: MemoryJar;
let sessions: SessionServer;

beforeEach(async () => {
  memory = createMemoryBackend({ clock: createVirtualClock() });
  sessions = createSessionServer(memory.backend);
  jar = memory.createJar();
  await memory.signIn(jar);
});

const statusOf = async (who: MemoryJar) =>
  (await sessions.open(who.request("/"), { isReadOnly: true }).session()).status;

async function drive<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const settled = work.finally(() => {
    isDone = true;
  });
  settled.catch(() => undefined);
  for (let step = 0; step < 400 && !isDone; step++) await memory.clock.advance(50);
  return settled;
}

const failLogout = () =>
  memory.faults.add({ path: "/auth/v1/logout", status: 503, times: Number.POSITIVE_INFINITY });

const post = (scope: string) =>
  drive(
    sessions.handle(
      jar.post("/auth/sign-out", { body: `{"scope":"${scope}"}`, headers: JSON_BODY }),
    ),
  );
const postForm = (scope: string, next: string) =>
  drive(
    sessions.handle(jar.post("/auth/sign-out", { body: new URLSearchParams({ scope, next }) })),
  );

describe("a sign-out", () => {
  it("ends the session for later requests even if the sign-out's refresh hangs", async () => {
    await statusOf(jar);
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/auth/v1/token", hang: true, times: Number.POSITIVE_INFINITY });
    const late = jar.copy();
    const scope = sessions.open(jar.request("/"));
    const leaving = scope.auth.signOut({ scope: "local" });
    await memory.clock.advance(0);
    expect(memory.count("/auth/v1/token")).toBe(1);
    expect(scope.cookieChanges().map(({ name }) => name)).toEqual(
      expect.arrayContaining([SESSION_COOKIE, TOMBSTONE_COOKIE]),
    );
    expect(await statusOf(late)).toBe("unauthenticated");
    expect((await drive(leaving)).error).toMatchObject({ kind: "network" });
  });

  it("ends the session for requests with older tokens too, even if the auth service hangs", async () => {
    const older = jar.copy();
    jar.take(
      await sessions.handle(
        jar.post("/auth/refresh", { body: '{"force":true}', headers: JSON_BODY }),
      ),
    );
    expect(await statusOf(older)).toBe("authenticated");
    memory.faults.add({ path: "/auth/v1", hang: true, times: Number.POSITIVE_INFINITY });
    const leaving = sessions.handle(jar.post("/auth/sign-out"));
    await memory.clock.advance(0);
    expect(await statusOf(older)).toBe("unauthenticated");
    await drive(leaving);
  });

  it("revokes a valid token without a refresh", async () => {
    memory.clock.skip(3_540_000);
    await post("global");
    expect([memory.count("/auth/v1/token"), memory.count("/auth/v1/logout?scope=global")]).toEqual([
      0, 1,
    ]);
    expect(memory.auth.sessions.size).toBe(0);
  });

  it("refreshes an expired token to revoke its session, but stores no new token", async () => {
    memory.clock.skip(3_700_000);
    jar.take(await post("local"));
    expect(memory.auth.sessions.size).toBe(0);
    expect([...jar.cookies.keys()]).toEqual([TOMBSTONE_COOKIE]);
  });
});

describe("a sign-out that the service does not confirm", () => {
  it.each(["local", "global"])(
    "returns an error as JSON and clears this browser's session (scope %s)",
    async (scope) => {
      failLogout();
      const response = jar.take(await post(scope));
      expect([response.status, await response.json()]).toEqual([
        200,
        {
          status: "unauthenticated",
          error: expect.objectContaining({ kind: "network", code: "service_unavailable" }),
        },
      ]);
      expect(jar.cookies.has(SESSION_COOKIE)).toBe(false);
    },
  );

  it("with the scope others returns an error and keeps this session", async () => {
    failLogout();
    const response = jar.take(await post("others"));
    expect(await response.json()).toMatchObject({
      status: "authenticated",
      error: { code: "service_unavailable" },
    });
    expect(await statusOf(jar)).toBe("authenticated");
  });

  it("redirects a form post to `next` with the error code, but never to another site", async () => {
    failLogout();
    const others = await postForm("others", "/settings?tab=devices#list");
    expect(others.headers.get("location")).toBe(
      "/settings?tab=devices&error=service_unavailable#list",
    );
    const everywhere = await postForm("global", "//evil.test");
    expect(everywhere.headers.get("location")).toBe("/?error=service_unavailable");
  });

  it("returns session_missing to a visitor without a session only if the scope is others", async () => {
    const anonymous = memory.createJar();
    const others = await sessions.open(anonymous.request("/")).auth.signOut({ scope: "others" });
    expect(others.error).toMatchObject({
      code: "session_missing",
      message: expect.stringContaining("auth.signOut"),
    });
    expect((await sessions.open(anonymous.request("/")).auth.signOut()).error).toBeNull();
  });

  it("succeeds with scope global, but not with scope others, when the service has already ended the session", async () => {
    await statusOf(jar);
    memory.auth.sessions.clear();
    expect((await (await post("others")).json()).error).toMatchObject({ kind: "auth" });
    expect(await (await post("global")).json()).toEqual({ status: "unauthenticated" });
  });
});
