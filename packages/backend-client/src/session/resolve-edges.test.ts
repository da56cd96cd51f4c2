import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import { HOLD_COOKIE, SESSION_COOKIE } from "../config/constants.js";
import { authAnswer, createMemoryBackend } from "../testing/index.js";
import { realmState } from "./project-state.js";

const TOKEN = "/auth/v1/token";

let memory: Visitor["memory"];
let box: Visitor["box"];
let sessions: Visitor["sessions"];
let signedIn: Visitor["signedIn"];
let visit: Visitor["visit"];

beforeEach(() => {
  ({ memory, box, sessions, signedIn, visit } = createVisitor());
});

const forged = (session_id: string) =>
  createMemoryBackend().auth.signIn({ claims: { iss: memory.backend.issuer, session_id } });

describe("a page that was redirected to a refresh a moment ago", () => {
  const unavailable = {
    status: "unavailable",
    error: {
      kind: "network",
      code: "service_unavailable",
      retryable: true,
      operation: "auth.session",
      message: expect.stringContaining("could not be refreshed"),
    },
  };

  it("gets service_unavailable instead of a second redirect when the session is still due for a refresh", async () => {
    await signedIn();
    box.cookies.set(HOLD_COOKIE, "1");
    memory.clock.skip(3_700_000);
    expect((await visit({ isReadOnly: true })).session).toMatchObject(unavailable);
  });

  it("gets service_unavailable instead of a second redirect when the session is still damaged", async () => {
    box.cookies.set(SESSION_COOKIE, "1.x");
    box.cookies.set(HOLD_COOKIE, "1");
    expect((await visit({ isReadOnly: true })).session).toMatchObject(unavailable);
  });
});

describe("a session that the user signed out in another tab", () => {
  it("is neither refreshed nor stored again", async () => {
    await signedIn();
    await visit();
    const late = box.copy();
    box.take(await sessions.handle(box.post("/auth/sign-out")));
    memory.clock.skip(3_540_000);
    const page = sessions.open(late.request("/"), { isReadOnly: true });
    expect(await page.session()).toEqual({ status: "unauthenticated" });
    expect(page.cookieChanges()).toEqual([]);
    const scope = sessions.open(late.request("/"));
    expect(await scope.session()).toEqual({ status: "unauthenticated" });
    const removed = scope.cookieChanges().map(({ name, options }) => [name, options.maxAge]);
    expect(removed).toContainEqual([SESSION_COOKIE, 0]);
    expect(memory.count(TOKEN)).toBe(0);
  });
});

describe("a refresh", () => {
  it("is not repeated when the new token is for another audience", async () => {
    await signedIn();
    memory.clock.skip(3_540_000);
    const other = await memory.auth.signIn({ claims: { aud: "somewhere-else" } });
    memory.faults.add({ path: TOKEN, times: 9, respond: () => authAnswer(200, other) });
    expect((await visit()).session).toMatchObject({
      status: "unavailable",
      error: { code: "token_invalid" },
    });
    expect(memory.count(TOKEN)).toBe(1);
  });

  it("ends the session when the service responds with session_not_found", async () => {
    memory.seed(box, await forged("s1"));
    memory.faults.add({
      path: TOKEN,
      respond: () => authAnswer(400, { code: "session_not_found" }),
    });
    expect((await visit()).session).toMatchObject({
      status: "unauthenticated",
      error: { code: "session_not_found" },
    });
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it("ends a forged session without ending the real session with the same id", async () => {
    await signedIn();
    const { session } = await visit();
    if (session.status !== "authenticated") throw new Error("not signed in");
    const attacker = memory.createJar();
    const made = await forged(session.claims.session_id);
    memory.seed(attacker, { ...made, refresh_token: "made-up" });
    const scope = sessions.open(attacker.request("/"));
    expect((await scope.session()).status).toBe("unauthenticated");
    expect(memory.count(TOKEN)).toBe(1);
    expect((await visit()).session.status).toBe("authenticated");
  });

  it("ends the new session at the service when the session does not fit into the cookies", async () => {
    await signedIn();
    memory.clock.skip(3_550_000);
    const huge = { access_token: "x".repeat(30_000), refresh_token: "r", expires_in: 3600 };
    memory.faults.add({ path: TOKEN, respond: () => authAnswer(200, huge) });
    await visit();
    const ends = memory.calls.filter(({ path }) => path.startsWith("/auth/v1/logout"));
    expect(ends).toHaveLength(1);
  });

  it("does not add the replaced cookie to the server's cache", async () => {
    await signedIn();
    memory.clock.skip(3_540_000);
    expect((await visit()).session.status).toBe("authenticated");
    const { cookies } = await realmState(memory.backend, undefined);
    expect(cookies.size).toBe(0);
  });
});
