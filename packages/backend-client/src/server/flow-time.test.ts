import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import { SESSION_COOKIE } from "../config/constants.js";

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
  memory.calls.length = 0;
});

const FOREVER = Number.POSITIVE_INFINITY;

describe("the deadline of a flow", () => {
  it("gives the service more than ten seconds to send an email", async () => {
    memory.faults.add({ path: "/auth/v1/signup", delayMs: 10_500 });
    const scope = sessions.open(memory.createJar().request("/"));
    const input = { email: "new@example.test", password: "correct horse" };
    expect((await scope.auth.signUp(input)).error).toBeNull();
  });

  it.each([
    ["signUp", "/auth/v1/signup"],
    ["signInWithOtp", "/auth/v1/otp"],
    ["resetPasswordForEmail", "/auth/v1/recover"],
  ] as const)(
    "ends %s after twelve seconds without a retry, and does not pause other calls",
    async (name, path) => {
      memory.faults.add({ path, times: FOREVER, hang: true });
      const flows = {
        signUp: () => scope.auth.signUp(CREDENTIALS),
        signInWithOtp: () => scope.auth.signInWithOtp({ email: CREDENTIALS.email }),
        resetPasswordForEmail: () => scope.auth.resetPasswordForEmail(CREDENTIALS.email),
      };
      const scope = sessions.open(memory.createJar().request("/"));
      const start = memory.clock.now();
      for (let call = 1; call <= 6; call++) {
        expect((await flows[name]()).error).toMatchObject({ kind: "network", code: "timeout" });
        expect(memory.clock.now() - start).toBe(call * 12_000);
        expect(memory.count(path)).toBe(call);
      }
      memory.clock.skip(3_600_000);
      expect((await sessions.open(box.request("/")).session()).status).toBe("authenticated");
    },
  );

  it("allows one retry of a flow that only reads", async () => {
    memory.faults.add({ path: "/auth/v1/user", status: 503 });
    const scope = sessions.open(box.request("/"));
    expect((await scope.auth.getUser()).error).toBeNull();
    expect(memory.count("/auth/v1/user")).toBe(2);
  });

  it("allows no retry of a flow that changes data", async () => {
    memory.faults.add({ path: "/auth/v1/user", method: "PUT", status: 503 });
    const scope = sessions.open(box.request("/"));
    expect((await scope.auth.updateUser({ data: { name: "Ada" } })).error).not.toBeNull();
    expect(memory.count("/auth/v1/user")).toBe(1);
  });

  it("limits the refresh before a flow to three seconds", async () => {
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/auth/v1/", times: FOREVER, hang: true });
    const scope = sessions.open(box.request("/"));
    const start = memory.clock.now();
    expect((await scope.auth.getUser()).error).toMatchObject({ code: "timeout" });
    expect((await scope.auth.updateUser({ data: {} })).error).toMatchObject({ code: "timeout" });
    expect(memory.clock.now() - start).toBe(3000);
    expect(memory.count("/auth/v1/")).toBe(1);
  });

  it("lets a sign-out clear the session after a failed refresh, even if the service hangs", async () => {
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/auth/v1/", times: FOREVER, hang: true });
    const scope = sessions.open(box.request("/"));
    await scope.session();
    expect((await scope.auth.signOut()).error?.retryable).toBe(true);
    box.take(scope.apply(new Response()));
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it("limits the refresh after a flow to three seconds, and the flow succeeds even if this refresh fails", async () => {
    memory.faults.add({ path: "/auth/v1/token", times: FOREVER, hang: true });
    const scope = sessions.open(box.request("/"));
    const start = memory.clock.now();
    expect((await scope.auth.updateUser({ data: { name: "Ada" } })).error).toBeNull();
    expect(memory.clock.now() - start).toBe(3000);
    expect((await scope.session()).status).toBe("authenticated");
  });
});
