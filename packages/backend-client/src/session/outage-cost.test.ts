import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import { SESSION_COOKIE } from "../config/constants.js";
import { authAnswer, createMemoryBackend } from "../testing/index.js";
import { projectState } from "./project-state.js";

const FOREVER = Number.POSITIVE_INFINITY;

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

const fail = (path: string, status = 503) => memory.faults.add({ path, times: FOREVER, status });
const asks = () => memory.count("/auth/v1/");

describe("a server process that has not fetched the signing keys yet", () => {
  it("fetches the keys even if the refresh fails, so the token stays valid for its last minute", async () => {
    await signedIn();
    memory.clock.skip(3_540_000);
    fail("/auth/v1/token");
    expect((await visit()).session.status).toBe("authenticated");
    expect([asks(), memory.count("/auth/v1/token")]).toEqual([3, 2]);
  });

  it("returns the error of the failed refresh if the keys cannot be fetched either", async () => {
    await signedIn();
    memory.clock.skip(3_540_000);
    fail("/auth/v1/token", 429);
    fail("/auth/v1/.well-known", 500);
    expect((await visit()).session).toMatchObject({ error: { code: "rate_limited" } });
  });

  it("stores the tokens of a successful refresh even if the keys cannot be fetched", async () => {
    await signedIn();
    memory.clock.skip(3_540_000);
    const before = box.cookies.get(SESSION_COOKIE);
    fail("/auth/v1/.well-known");
    expect((await visit()).session.status).toBe("unavailable");
    expect(box.cookies.get(SESSION_COOKIE)).not.toBe(before);
    expect(memory.count("/auth/v1/token")).toBe(1);
    memory.faults.clear();
    expect((await visit()).session.status).toBe("authenticated");
    expect(memory.count("/auth/v1/token")).toBe(1);
  });

  it.each([
    ["is valid", 0],
    ["is due for a refresh", 3_540_000],
    ["has expired", 3_700_000],
  ])(
    "responds at once after five requests got no response from the service: the token %s",
    async (_is, age) => {
      await signedIn();
      memory.clock.skip(age);
      const end = memory.faults.add({ path: "/auth/v1/", times: FOREVER, hang: true });
      for (let visits = 0; visits < 5; visits++) {
        expect((await visit()).session.status).toBe("unavailable");
      }
      const before = { calls: memory.calls.length, now: memory.clock.now() };
      expect((await visit()).session).toMatchObject({
        status: "unavailable",
        error: { code: "service_unavailable", retryAfterSeconds: 1 },
      });
      expect(memory.calls.length).toBe(before.calls);
      expect(memory.clock.now()).toBe(before.now);
      end();
      memory.clock.skip(500);
      expect((await visit()).session.status).toBe("authenticated");
      expect(projectState(memory.backend.url).breaker.failures).toBe(0);
    },
  );

  it("fetches keys before it refreshes an expired token, because it needs the keys to identify the user", async () => {
    await signedIn();
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/auth/v1/token", status: 503 });
    expect((await visit()).session.status).toBe("authenticated");
    expect(memory.calls.map(({ path }) => path.split("?")[0])).toEqual([
      "/auth/v1/.well-known/jwks.json",
      "/auth/v1/token",
      "/auth/v1/token",
    ]);
  });
});

describe("a server process that has fetched the signing keys", () => {
  beforeEach(async () => {
    await signedIn();
    await visit();
    memory.calls.length = 0;
  });

  it("returns the refreshed session after retrying a 503 response", async () => {
    memory.clock.skip(3_540_000);
    memory.faults.add({ path: "/auth/v1/token", status: 503 });
    expect((await visit()).session).toMatchObject({ event: { name: "TOKEN_REFRESHED" } });
    expect(memory.count("/auth/v1/token")).toBe(2);
  });

  it("shares a failing refresh between parallel requests, and calls each endpoint at most twice", async () => {
    memory.seed(box, {
      ...(await memory.auth.signIn({ lifetimeSeconds: 60 })),
      access_token: (await createMemoryBackend().auth.signIn(ourIssuer())).access_token,
    });
    fail("/auth/v1/");
    const open = () => sessions.open(box.request("/")).session();
    const found = await Promise.all(Array.from({ length: 5 }, open));
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["unavailable"]));
    expect(memory.count("/auth/v1/token")).toBe(2);
    expect(asks()).toBeLessThanOrEqual(4);
  });
});

describe("a token that only the service can verify", () => {
  const hs256 = (payload: object) => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    return `${part({ alg: "HS256", typ: "JWT" })}.${part(payload)}.AAAA`;
  };

  const withoutKeys = () =>
    memory.faults.add({
      path: "/auth/v1/.well-known",
      times: FOREVER,
      respond: () => Response.json({ keys: [] }),
    });

  it("is verified by the service even if its refresh fails", async () => {
    const now = Math.floor(memory.clock.now() / 1000);
    const claims = {
      sub: "ada",
      session_id: "s",
      role: "authenticated",
      aud: "authenticated",
      iss: memory.backend.issuer,
      exp: now + 60,
    };
    memory.seed(box, {
      ...(await memory.auth.signIn()),
      access_token: hs256(claims),
      expires_in: 60,
    });
    withoutKeys();
    memory.faults.add({ path: "/auth/v1/user", respond: () => authAnswer(200, {}) });
    fail("/auth/v1/token");
    expect((await visit()).session.status).toBe("authenticated");
    expect([memory.count("/auth/v1/user"), memory.count("/auth/v1/token")]).toEqual([1, 2]);
    await visit();
    expect([memory.count("/auth/v1/user"), memory.count("/auth/v1/token")]).toEqual([1, 4]);
    memory.clock.skip(30_000);
    memory.faults.clear();
    memory.faults.add({ path: "/auth/v1/user", respond: () => authAnswer(200, {}) });
    fail("/auth/v1/token");
    await visit();
    expect(memory.count("/auth/v1/user")).toBe(2);
  });
});

describe("the circuit breaker", () => {
  it("stays closed when the service refuses the refreshes of many browsers", async () => {
    memory.faults.add({
      path: "/auth/v1/token",
      times: 12,
      respond: () => authAnswer(400, { code: "validation_failed" }),
    });
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        const jar = memory.createJar();
        memory.seed(jar, await memory.auth.signIn({ lifetimeSeconds: -5 }));
        return sessions.open(jar.request("/")).session();
      }),
    );
    expect(projectState(memory.backend.url).breaker.openings).toBe(0);
    await signedIn(-5);
    expect((await visit()).session.status).toBe("authenticated");
  });
});
