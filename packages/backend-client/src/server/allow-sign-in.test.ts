import { describe, expect, it } from "vitest";
import { forgetProject } from "../../test/support/forget-project.js";
import { ADA, createHookedVisitor, type HookedVisitor } from "../../test/support/hooked-visitor.js";
import { isBackendError, unwrap } from "../errors/backend-error.js";
import type { SessionHooks, SignInCandidate } from "./hooks.js";

type Verdict = NonNullable<SessionHooks["allowSignIn"]>;

const guarded = (allowSignIn: Verdict) => createHookedVisitor({ hooks: { allowSignIn } });
const signIn = ({ within }: HookedVisitor) => within(({ auth }) => auth.signInWithPassword(ADA));

function expectNoTrace({ memory, box, notices }: HookedVisitor): void {
  expect(memory.auth.sessions.size).toBe(0);
  expect([...box.cookies.keys()].filter((name) => name.includes("session"))).toEqual([]);
  expect(notices.map(({ name }) => name)).not.toContain("signedIn");
}

describe("the `allowSignIn` hook", () => {
  it("receives the user and the claims before any cookie is set, and allows the sign-in by returning `true`", async () => {
    const seen: SignInCandidate[] = [];
    const visitor = guarded((candidate) => {
      seen.push(candidate);
      expect(visitor.box.cookies.size).toBe(0);
      return true;
    });
    const { data, error } = await signIn(visitor);
    expect(error).toBeNull();
    expect(data?.session).toMatchObject({ status: "authenticated" });
    expect(seen).toMatchObject([
      { via: "signInWithPassword", user: { email: ADA.email }, claims: { email: ADA.email } },
    ]);
    expect(visitor.argumentsOf("signedIn")).toMatchObject([
      { via: "signInWithPassword", user: { email: ADA.email }, claims: { email: ADA.email } },
    ]);
  });

  it("receives a scope that acts as the user who signs in and cannot change the session", async () => {
    const bearers: unknown[] = [];
    const visitor = createHookedVisitor(
      {
        hooks: {
          async allowSignIn({ scope, claims }) {
            bearers.push(unwrap(await scope.db.from("members").select("id")), claims.sub);
            const { error } = await scope.auth.signOut();
            expect(error).toMatchObject({ code: "cookies_read_only" });
            return true;
          },
        },
      },
      { rest: ({ claims }) => Response.json(claims?.sub) },
    );
    expect((await signIn(visitor)).error).toBeNull();
    expect(bearers[0]).toBe(bearers[1]);
  });

  it("refuses the sign-in with the app's own code", async () => {
    const visitor = guarded(() => ({ refuse: "not_a_member" }));
    const { error } = await signIn(visitor);
    expect(error).toMatchObject({
      kind: "auth",
      code: "sign_in_refused",
      upstreamCode: "not_a_member",
      status: 403,
      operation: "auth.signInWithPassword",
    });
    expectNoTrace(visitor);
    expect(visitor.entries).toEqual([]);
  });

  it.each<[string, () => unknown, string]>([
    ["throws", () => Promise.reject(new RangeError("secret")), "RangeError"],
    [
      "throws before it returns a promise",
      () => {
        throw new RangeError("secret");
      },
      "RangeError",
    ],
    ["returns nothing", () => undefined, "TypeError"],
    ["returns false", () => false, "TypeError"],
    ["returns a code that is not a string", () => ({ refuse: 7 }), "TypeError"],
    ["returns null", () => null, "TypeError"],
  ])("fails the sign-in when it %s", async (_name, verdict, reason) => {
    const visitor = guarded(verdict as Verdict);
    const { error } = await signIn(visitor);
    expect(error).toMatchObject({ kind: "network", code: "service_unavailable", retryable: true });
    expectNoTrace(visitor);
    expect(visitor.entries).toMatchObject([{ code: "hook_failed", hook: "allowSignIn", reason }]);
    expect(JSON.stringify([visitor.entries, error])).not.toContain("secret");
  });

  it("fails the sign-in if the hook takes longer than 2 s, and aborts the hook's query", async () => {
    let query: unknown;
    const visitor = createHookedVisitor(
      {
        hooks: {
          async allowSignIn({ scope }) {
            query = (await scope.db.from("members").select("id")).error;
            return true;
          },
        },
      },
      { rest: () => Response.json([]) },
    );
    visitor.memory.faults.add({ path: "/rest/v1", times: 9, hang: true });
    const startedAt = visitor.memory.clock.now();
    const { error } = await signIn(visitor);
    expect(visitor.memory.clock.now() - startedAt).toBe(2000);
    expect(error).toMatchObject({ kind: "network", code: "service_unavailable" });
    expect(query).toMatchObject({ kind: "network", code: "timeout" });
    expectNoTrace(visitor);
    expect(visitor.entries).toMatchObject([{ code: "hook_failed", reason: "TimeoutError" }]);
  });

  it("keeps the previous user's session when it refuses a sign-in", async () => {
    let isOpen = true;
    const visitor = guarded(() => isOpen || { refuse: "closed" });
    await signIn(visitor);
    const before = await visitor.within((scope) => scope.session());
    isOpen = false;
    expect((await signIn(visitor)).error).toMatchObject({ code: "sign_in_refused" });
    expect(await visitor.within((scope) => scope.session())).toEqual(before);
  });

  it("cannot allow a sign-in whose token cannot be verified; the server ends the session", async () => {
    const visitor = guarded(() => true);
    forgetProject(visitor.memory.backend.url);
    const end = visitor.memory.faults.add({ path: "/auth/v1/.well-known", times: 99, drop: true });
    const { error } = await signIn(visitor);
    expect(error).toMatchObject({ kind: "network", code: "service_unavailable" });
    end();
    expectNoTrace(visitor);
  });

  it("is not called for a session that is too large for the cookies", async () => {
    const asked: string[] = [];
    const visitor = guarded(({ via }) => {
      asked.push(via);
      return true;
    });
    const tokens = await visitor.memory.auth.signIn({ claims: { blob: "x".repeat(9000) } });
    const { error } = await visitor.within(({ auth }) => auth.adopt(tokens));
    expect(error).toMatchObject({ code: "cookie_too_large" });
    expect(asked).toEqual([]);
    expectNoTrace(visitor);
    expect(visitor.entries.map(({ code }) => code)).toEqual(["cookie_too_large"]);
  });

  it("is called for signUp, signInWithPassword, signInAnonymously, verifyOtp, adopt and exchangeCodeForSession", async () => {
    const asked: string[] = [];
    const visitor = createHookedVisitor(
      {
        hooks: {
          allowSignIn({ via }) {
            asked.push(via);
            return { refuse: "closed" };
          },
        },
      },
      { auth: { autoconfirm: true } },
    );
    const { memory, within, box, sessions } = visitor;
    const codes: unknown[] = [];
    const attempt = async (work: Parameters<typeof within>[0]) => {
      const result = (await within(work)) as { error: unknown };
      codes.push(isBackendError(result.error) && result.error.code);
    };
    await attempt(({ auth }) => auth.signUp({ email: "new@a.test", password: "correct" }));
    await attempt(({ auth }) => auth.signInWithPassword(ADA));
    await attempt(({ auth }) => auth.signInAnonymously());
    await within(({ auth }) => auth.signInWithOtp({ email: ADA.email }));
    const email = await memory.mailbox.waitFor({ to: ADA.email });
    const token = email.code ?? "";
    await attempt(({ auth }) => auth.verifyOtp({ email: ADA.email, token, type: "email" }));
    const tokens = await memory.auth.signIn();
    await attempt(({ auth }) => auth.adopt(tokens));
    expect(new Set(codes)).toEqual(new Set(["sign_in_refused"]));

    const start = await within(({ auth }) =>
      auth.signInWithOAuth({ provider: "github", options: { redirectTo: "http://app.test/" } }),
    );
    const back = await memory.fetch(start.data?.url ?? "", { redirect: "manual" });
    const { search } = new URL(back.headers.get("location") ?? "");
    const landed = box.take(await sessions.handle(box.request(`/auth/callback${search}`)));
    expect(landed.headers.get("location")).toBe("/sign-in?error=sign_in_refused#");
    await memory.clock.advance(0);
    expect(asked).toEqual([
      "signUp",
      "signInWithPassword",
      "signInAnonymously",
      "verifyOtp",
      "adopt",
      "exchangeCodeForSession",
    ]);
    expectNoTrace(visitor);
  });

  it("is not called when a session is refreshed or a user is updated", async () => {
    let asked = 0;
    const visitor = guarded(() => {
      asked += 1;
      return true;
    });
    await signIn(visitor);
    await visitor.within((scope) => scope.refresh());
    await visitor.within(({ auth }) => auth.updateUser({ data: { name: "Ada" } }));
    expect(asked).toBe(1);
  });

  it("triggers no other hooks, even when it opens a scope and signs in", async () => {
    const visitor = guarded(async () => {
      const scope = visitor.sessions.open(visitor.box.request("/"));
      expect((await scope.auth.signInWithPassword(ADA)).error).toBeNull();
      visitor.sessions.checkOrigin(new Request("http://app.test/", { method: "POST" }));
      return { refuse: "closed" };
    });
    expect((await signIn(visitor)).error).toMatchObject({ code: "sign_in_refused" });
    expect(visitor.notices).toEqual([]);
  });
});
