import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import { SESSION_COOKIE } from "../config/constants.js";
import type { LogEntry } from "../config/logger.js";
import { createSessionServer, type SessionServer } from "../server/session-server.js";
import { authAnswer, type Fault } from "../testing/index.js";

const FOREVER = Number.POSITIVE_INFINITY;
const TOKEN = "/auth/v1/token";

let memory: Visitor["memory"];
let box: Visitor["box"];
let sessions: SessionServer;
let entries: LogEntry[];

beforeEach(async () => {
  const visitor = createVisitor();
  ({ memory, box } = visitor);
  entries = [];
  sessions = createSessionServer(memory.backend, { logger: (entry) => entries.push(entry) });
  await visitor.signedIn();
  await sessions.open(box.request("/")).session();
  memory.calls.length = 0;
});

const refuse = (fault: Omit<Fault, "path">) =>
  memory.faults.add({ path: TOKEN, times: FOREVER, ...fault });
const hook = () =>
  refuse({ respond: () => authAnswer(403, { code: "unknown", message: "not for you" }) });

async function visit(isReadOnly = false) {
  const scope = sessions.open(box.request("/"), { isReadOnly });
  const session = await scope.session();
  if (!isReadOnly) box.take(scope.apply(new Response()));
  return session;
}

describe("a forced refresh that failed", () => {
  it.each<[string, Omit<Fault, "path">, object]>([
    ["503", { status: 503 }, { kind: "network", code: "service_unavailable" }],
    ["a lost connection", { drop: true }, { kind: "network", code: "unreachable" }],
    [
      "429",
      { respond: () => authAnswer(429, { code: "over_request_rate_limit" }) },
      { code: "over_request_rate_limit" },
    ],
    [
      "a 403 from a hook",
      { respond: () => authAnswer(403, { code: "unknown" }) },
      { kind: "auth", code: "unknown", status: 403 },
    ],
    [
      "500",
      { respond: () => authAnswer(500, { code: "unexpected_failure" }) },
      { kind: "auth", code: "unexpected_failure" },
    ],
  ])("returns its error together with the previous session: %s", async (_name, fault, expected) => {
    refuse(fault);
    const scope = sessions.open(box.request("/"));
    expect((await scope.auth.refreshSession()).error).toMatchObject(expected);
    expect((await scope.session()).status).toBe("authenticated");
    memory.clock.skip(60_000);
    const response = await sessions.handle(
      box.post("/auth/refresh", {
        body: '{"force":true}',
        headers: { "content-type": "application/json" },
      }),
    );
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({
        status: "authenticated",
        error: expect.objectContaining(expected),
      }),
    ]);
  });
});

describe("a refresh token that the service did not issue", () => {
  it.each([
    { code: "validation_failed" },
    { code: "invalid_grant" },
    { error: "invalid_grant", error_description: "Invalid Refresh Token" },
  ])("ends the session: 400 %j", async (body) => {
    memory.clock.skip(3_700_000);
    refuse({ respond: () => Response.json(body, { status: 400 }) });
    expect(await visit()).toMatchObject({ status: "unauthenticated", error: { status: 400 } });
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
    await visit();
    expect(memory.count(TOKEN)).toBe(1);
  });
});

describe("a refresh that the service refuses without ending the session", () => {
  it.each([
    [400, { code: "hook_payload_over_size_limit" }],
    [401, { code: "validation_failed" }],
    [422, { code: "validation_failed" }],
  ])("keeps the cookies: %d %j", async (status, body) => {
    memory.clock.skip(3_700_000);
    refuse({ times: 9, respond: () => Response.json(body, { status }) });
    for (let count = 0; count < 2; count++) {
      expect(await visit()).toMatchObject({ status: "unauthenticated", error: { status } });
    }
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
    expect(memory.count(TOKEN)).toBe(1);
  });

  it("keeps the visitor authenticated while the token is valid", async () => {
    memory.clock.skip(3_550_000);
    hook();
    for (let count = 0; count < 5; count++) expect((await visit()).status).toBe("authenticated");
    expect(memory.count(TOKEN)).toBe(1);
    expect(entries.map(({ code }) => code)).toEqual(["refresh_refused"]);
  });

  it("is retried after 30 s, and until then the visitor is unauthenticated but keeps the cookies", async () => {
    memory.clock.skip(3_700_000);
    const stop = hook();
    for (let count = 0; count < 5; count++) {
      expect(await visit()).toMatchObject({
        status: "unauthenticated",
        error: { kind: "auth", code: "unknown", status: 403 },
      });
    }
    expect(memory.count(TOKEN)).toBe(1);
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
    memory.clock.skip(30_000);
    await visit();
    expect(memory.count(TOKEN)).toBe(2);
    expect(entries.map(({ code }) => code)).toEqual(["refresh_refused"]);
    stop();
    memory.clock.skip(30_000);
    expect((await visit()).status).toBe("authenticated");
  });

  it("returns its error to a page, and makes the refresh handler redirect to the sign-in page", async () => {
    memory.clock.skip(3_700_000);
    hook();
    const response = await sessions.handle(box.request("/auth/refresh?next=%2Fo%2Facme"));
    expect(response.headers.get("location")).toBe("/sign-in?error=unknown&next=%2Fo%2Facme");
    expect(await visit(true)).toMatchObject({ status: "unauthenticated", error: { status: 403 } });
  });

  it.each([408, 409, 429])(
    "is treated as an outage when the refusal may be temporary: status %i",
    async (status) => {
      memory.clock.skip(3_700_000);
      refuse({ respond: () => authAnswer(status, { code: "conflict" }) });
      expect((await visit()).status).toBe("unavailable");
    },
  );
});

describe("a server whose clock is wrong by a day", () => {
  async function refreshWithClock(seconds: number) {
    // This moves the clock of the server, not the clock of the memory service.
    const { runtime } = memory.backend;
    const real = runtime.now;
    runtime.now = () => real() + seconds * 1000;
    const scope = sessions.open(box.request("/"));
    const session = await scope.refresh();
    box.take(scope.apply(new Response()));
    expect(memory.count(TOKEN)).toBe(1);
    for (let count = 0; count < 10; count++) await visit();
    expect(memory.count(TOKEN)).toBe(1);
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
    return session;
  }

  it("keeps the session cookie and sends one refresh for many requests if its clock is behind", async () => {
    expect((await refreshWithClock(-24 * 3600)).status).toBe("authenticated");
  });

  it("returns clock_skew, keeps the session cookie and refreshes at most once a minute if its clock is ahead", async () => {
    const seconds = 24 * 3600;
    expect(await refreshWithClock(seconds)).toMatchObject({
      status: "unavailable",
      error: { kind: "auth", code: "clock_skew", details: { seconds: -seconds } },
    });
    expect(entries).toContainEqual(
      expect.objectContaining({ code: "clock_skew", seconds: -seconds }),
    );
    memory.clock.skip(60_000);
    await visit();
    expect(memory.count(TOKEN)).toBe(2);
  });
});
