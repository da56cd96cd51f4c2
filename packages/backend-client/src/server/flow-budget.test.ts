import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import { OUTAGE_HEADER, SESSION_COOKIE } from "../config/constants.js";
import type { Scope } from "./scope.js";

const CREDENTIALS = { email: "ada@example.test", password: "correct horse" };

let memory: Visitor["memory"];
let box: Visitor["box"];
let sessions: Visitor["sessions"];
let signedIn: Visitor["signedIn"];

beforeEach(async () => {
  ({ memory, box, sessions, signedIn } = createVisitor());
  memory.auth.createUser(CREDENTIALS);
  await signedIn();
  await sessions.open(box.request("/")).session();
  memory.clock.skip(3_540_000);
  memory.calls.length = 0;
});

const asks = () => memory.count("/auth/v1/");
const outage = (how: { hang: true } | { status: number }) =>
  memory.faults.add({ path: "/auth/v1/", times: Number.POSITIVE_INFINITY, ...how });

/** Opens what an action gets behind a proxy that could not refresh. */
const behindProxy = (): Scope =>
  sessions.open({
    cookies: { getAll: () => box.getAll(), setAll: box.setAll },
    headers: new Headers({ [OUTAGE_HEADER]: "1" }),
  });

describe("a flow after a refresh that failed", () => {
  it.each([{ hang: true } as const, { status: 503 }])("waits for nothing more: %j", async (how) => {
    outage(how);
    const scope = sessions.open(box.request("/"));
    const start = memory.clock.now();
    expect((await scope.session()).status).toBe("authenticated");
    await expect(scope.requireFreshUser()).rejects.toMatchObject({
      kind: "network",
      code: "service_unavailable",
    });
    expect((await scope.auth.updateUser({ data: {} })).error?.retryable).toBe(true);
    expect(memory.clock.now() - start).toBeLessThanOrEqual(3000);
    expect(asks()).toBeLessThanOrEqual(2);
  });

  it("may still sign out: here at once, and the service is asked if anything is left", async () => {
    outage({ hang: true });
    const scope = sessions.open(box.request("/"));
    const start = memory.clock.now();
    await scope.session();
    expect((await scope.auth.signOut()).error?.retryable).toBe(true);
    box.take(scope.apply(new Response()));
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
    expect(memory.clock.now() - start).toBe(3000);
    expect(asks()).toBe(1);
  });

  it("may ask the service again after a refresh that was asked for", async () => {
    memory.faults.add({ path: "/auth/v1/token", times: 2, status: 503 });
    const scope = sessions.open(box.request("/"));
    await scope.session();
    expect((await scope.refresh()).status).toBe("authenticated");
    expect((await scope.auth.getUser()).error).toBeNull();
  });
});

describe("a flow behind a proxy that could not refresh", () => {
  it("in the session does not wait for the same service again", async () => {
    outage({ hang: true });
    const start = memory.clock.now();
    expect((await behindProxy().auth.getUser()).error).toMatchObject({
      code: "service_unavailable",
    });
    expect([memory.clock.now() - start, asks()]).toEqual([0, 0]);
  });

  it("may sign in and out all the same: one session may fail for good", async () => {
    const scope = behindProxy();
    await scope.session();
    expect((await scope.auth.signInWithPassword(CREDENTIALS)).error).toBeNull();
    expect((await behindProxy().auth.signOut()).error).toBeNull();
    expect(memory.count("/auth/v1/logout")).toBe(1);
  });
});

describe("a flow of several calls", () => {
  it("takes three seconds in all, and what it brought is kept", async () => {
    memory.faults.add({ path: "/auth/v1/user", method: "PUT", delayMs: 2_000 });
    memory.faults.add({ path: "/auth/v1/token", hang: true });
    const scope = sessions.open(box.request("/"));
    memory.clock.skip(-1_000_000);
    const start = memory.clock.now();
    expect((await scope.auth.updateUser({ data: { name: "Ada" } })).error).toBeNull();
    expect(memory.clock.now() - start).toBe(3000);
    expect((await scope.session()).status).toBe("authenticated");
  });
});
