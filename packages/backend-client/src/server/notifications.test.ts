import { describe, expect, it } from "vitest";
import { ADA, createHookedVisitor, type HookedVisitor } from "../../test/support/hooked-visitor.js";
import type { SessionClaims } from "../session/session.js";
import { authAnswer } from "../testing/index.js";

const HOUR_MS = 3_600_000;
function firstClaims({ argumentsOf }: HookedVisitor): SessionClaims {
  const [signedIn] = argumentsOf("signedIn");
  if (!signedIn) throw new Error("no one signed in");
  return signedIn.claims as SessionClaims;
}
const signIn = ({ within }: HookedVisitor) => within(({ auth }) => auth.signInWithPassword(ADA));

describe("the `signedIn` hook", () => {
  it("receives a scope that acts as the user who signed in", async () => {
    const seen: unknown[] = [];
    const visitor = createHookedVisitor({
      hooks: {
        async signedIn({ scope, claims, via }) {
          const session = await scope.session();
          seen.push(via, session.status === "authenticated" && session.claims.sub === claims.sub);
        },
      },
    });
    await signIn(visitor);
    expect(seen).toEqual(["signInWithPassword", true]);
  });

  it("cannot refuse a sign-in: the server logs the error and signs the user in", async () => {
    const visitor = createHookedVisitor({
      hooks: { signedIn: () => Promise.reject(new Error("secret")) },
    });
    expect((await signIn(visitor)).error).toBeNull();
    expect(visitor.entries).toMatchObject([{ code: "hook_failed", hook: "signedIn" }]);
    expect(JSON.stringify(visitor.entries)).not.toContain("secret");
  });

  it("does not delay the response, because its work is passed to waitUntil", async () => {
    let finish = (): void => undefined;
    const hanging = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { sessions, box } = createHookedVisitor({ hooks: { signedIn: () => hanging } });
    const background: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void background.push(work);
    const scope = sessions.open(box.request("/"), { waitUntil });
    expect((await scope.auth.signInWithPassword(ADA)).error).toBeNull();
    expect(background).toHaveLength(1);
    finish();
    await expect(Promise.all(background)).resolves.toBeDefined();
  });

  it("is not called for a flow that creates no session", async () => {
    const visitor = createHookedVisitor();
    await visitor.within(({ auth }) => auth.signUp({ email: "new@a.test", password: "correct" }));
    await visitor.within(({ auth }) => auth.signInWithPassword({ ...ADA, password: "wrong" }));
    expect(visitor.notices).toEqual([]);
  });

  it.each([true, false])(
    "receives the provider's tokens only if the app sets `providerTokens`: %s",
    async (given) => {
      const visitor = createHookedVisitor({ providerTokens: given });
      const { memory, box, sessions, within } = visitor;
      memory.faults.add({
        path: "/auth/v1/token?grant_type=pkce",
        respond: async () =>
          authAnswer(200, {
            ...(await memory.auth.signIn()),
            provider_token: "provider-access",
            provider_refresh_token: "provider-refresh",
          }),
      });
      const { data } = await within(({ auth }) => auth.signInWithOAuth({ provider: "github" }));
      const back = await memory.fetch(data?.url ?? "", { redirect: "manual" });
      const { search } = new URL(back.headers.get("location") ?? "");
      const landed = await sessions.handle(box.request(`/auth/callback${search}`));
      await memory.clock.advance(0);
      const [signedIn] = visitor.argumentsOf("signedIn");
      expect(signedIn?.providerTokens).toEqual(
        given ? { accessToken: "provider-access", refreshToken: "provider-refresh" } : undefined,
      );
      expect(JSON.stringify([...landed.headers])).not.toContain("provider-");
    },
  );
});

describe("the `refreshed` hook", () => {
  it("is called once for all requests that share a refresh", async () => {
    const visitor = createHookedVisitor();
    const { memory, sessions, box } = visitor;
    await signIn(visitor);
    memory.clock.skip(HOUR_MS);
    await Promise.all(Array.from({ length: 20 }, () => sessions.open(box.request("/")).session()));
    await memory.clock.advance(0);
    expect(visitor.argumentsOf("refreshed")).toMatchObject([{ claims: { email: ADA.email } }]);
  });
});

describe("the `refused` hook", () => {
  it("reports a rate limit", async () => {
    const visitor = createHookedVisitor({
      clientLimit: { burst: 1, perMinute: 1 },
      clientAddress: () => "203.0.113.7",
    });
    await visitor.within(({ auth }) => auth.signInWithPassword({ ...ADA, password: "wrong" }));
    await visitor.within(({ auth }) => auth.signInWithPassword(ADA));
    expect(visitor.argumentsOf("refused")).toMatchObject([
      { operation: "auth.signInWithPassword", error: { code: "rate_limited" } },
    ]);
  });

  it("reports a cross-site request that the handlers or checkOrigin refuse", async () => {
    const visitor = createHookedVisitor();
    const headers = { "sec-fetch-site": "cross-site" };
    for (const path of ["/auth/sign-out", "/auth/refresh", "/auth/confirm"]) {
      const foreign = new Request(`http://app.test${path}`, { method: "POST", headers });
      expect((await visitor.sessions.handle(foreign)).status).toBe(403);
    }
    await visitor.sessions.handle(new Request("http://app.test/auth/session", { headers }));
    visitor.sessions.checkOrigin(new Request("http://app.test/", { method: "POST", headers }));
    expect(visitor.argumentsOf("refused")).toMatchObject(
      Array.from({ length: 5 }, () => ({
        operation: "auth.origin",
        error: { code: "origin_mismatch" },
      })),
    );
  });

  it("reports a token with a wrong audience, but not an expired token", async () => {
    const visitor = createHookedVisitor();
    const { memory, within } = visitor;
    const tokens = await memory.auth.signIn({ claims: { aud: "other" } });
    await within(({ auth }) => auth.adopt(tokens));
    await memory.signIn(visitor.box);
    memory.clock.skip(HOUR_MS);
    await within((scope) => scope.session());
    expect(visitor.argumentsOf("refused")).toMatchObject([
      { operation: "auth.verify", error: { code: "token_invalid" } },
    ]);
  });

  it("reports the session of another project", async () => {
    const visitor = createHookedVisitor();
    await createHookedVisitor().memory.signIn(visitor.box);
    await visitor.within((scope) => scope.session());
    expect(visitor.argumentsOf("refused")).toMatchObject([
      { operation: "auth.session", error: { code: "token_invalid" } },
    ]);
  });
});

describe("the `signedOut` hook", () => {
  it.each(["local", "global", "others"] as const)(
    "reports a sign-out with the scope %s",
    async (scope) => {
      const visitor = createHookedVisitor();
      await signIn(visitor);
      const { sub, session_id } = firstClaims(visitor);
      await visitor.within(({ auth }) => auth.signOut({ scope }));
      expect(visitor.argumentsOf("signedOut")).toEqual([
        { userId: sub, sessionId: session_id, scope, reason: "user" },
      ]);
    },
  );

  it("reports a session that the service ended, once for parallel and later requests", async () => {
    const visitor = createHookedVisitor();
    const { memory, sessions, box } = visitor;
    await signIn(visitor);
    memory.auth.sessions.clear();
    memory.clock.skip(HOUR_MS);
    await Promise.all(Array.from({ length: 3 }, () => sessions.open(box.request("/")).session()));
    await visitor.within((scope) => scope.session());
    expect(visitor.argumentsOf("signedOut")).toMatchObject([{ reason: "service", scope: "local" }]);
  });

  it("reports a session when a flow finds that the session has ended", async () => {
    const visitor = createHookedVisitor();
    await signIn(visitor);
    visitor.memory.auth.sessions.clear();
    await visitor.within(({ auth }) => auth.getUser());
    expect(visitor.argumentsOf("signedOut")).toMatchObject([{ reason: "service" }]);
  });

  it("reports a session that another sign-in replaced", async () => {
    const visitor = createHookedVisitor();
    await signIn(visitor);
    await signIn(visitor);
    const { session_id: sessionId } = firstClaims(visitor);
    expect(visitor.argumentsOf("signedOut")).toMatchObject([{ reason: "replaced", sessionId }]);
  });

  it("reports nothing for a forged session", async () => {
    const visitor = createHookedVisitor();
    const { memory, box, within } = visitor;
    const tokens = await memory.auth.signIn();
    const access_token = `${tokens.access_token.slice(0, -4)}AAAA`;
    memory.seed(box, { ...tokens, access_token });
    await within(({ auth }) => auth.signOut());
    memory.seed(box, { ...tokens, access_token, refresh_token: "forged" });
    memory.clock.skip(2 * HOUR_MS);
    await within((scope) => scope.session());
    expect(visitor.argumentsOf("signedOut")).toEqual([]);
  });
});

describe("the `serviceFault` hook", () => {
  it("reports a failed call once, after its retry", async () => {
    const visitor = createHookedVisitor();
    await signIn(visitor);
    visitor.memory.clock.skip(HOUR_MS);
    visitor.memory.faults.add({ path: "/auth/v1/token", times: 2, status: 503, body: "" });
    await visitor.within((scope) => scope.session());
    expect(visitor.argumentsOf("serviceFault")).toMatchObject([
      { operation: "auth.refresh", error: { kind: "network", status: 503 }, breaker: "closed" },
    ]);
  });

  it("reports a flow whose connection to the service was lost", async () => {
    const visitor = createHookedVisitor();
    visitor.memory.faults.add({ path: "/auth/v1/token", drop: true });
    await signIn(visitor);
    expect(visitor.argumentsOf("serviceFault")).toMatchObject([
      { operation: "auth.signInWithPassword", error: { code: "unreachable" }, breaker: "closed" },
    ]);
  });

  it("does not report a refusal by the service or an abort by the visitor", async () => {
    const visitor = createHookedVisitor();
    await visitor.within(({ auth }) => auth.signInWithPassword({ ...ADA, password: "wrong" }));
    const scope = visitor.sessions.open(visitor.box.request("/"), { signal: AbortSignal.abort() });
    await scope.auth.signInWithPassword(ADA);
    expect(visitor.argumentsOf("serviceFault")).toEqual([]);
  });

  it("reports each state of the circuit breaker: closed, open, probe, closed", async () => {
    const visitor = createHookedVisitor();
    const { memory, sessions } = visitor;
    await signIn(visitor);
    const others = Array.from({ length: 5 }, () => memory.createJar());
    for (const other of others) await memory.signIn(other);
    memory.clock.skip(HOUR_MS);
    const end = memory.faults.add({ path: "/auth/v1/token", times: 99, drop: true });
    for (const other of others) await sessions.open(other.request("/")).session();
    end();
    memory.clock.skip(30_000);
    await visitor.within((scope) => scope.session());
    const states = visitor.argumentsOf("serviceFault").map(({ breaker }) => breaker);
    expect(states).toEqual(["closed", "closed", "closed", "closed", "open", "probe", "closed"]);
    expect(visitor.argumentsOf("serviceFault").at(-1)).toMatchObject({
      operation: "auth.refresh",
      error: { code: "unreachable" },
    });
  });

  it("is not called for a failed call that a hook makes", async () => {
    const visitor = createHookedVisitor({
      hooks: {
        async serviceFault(fault) {
          visitor.notices.push({ name: "serviceFault", argument: { ...fault } });
          await visitor.sessions.open(visitor.box.request("/")).auth.signInWithPassword(ADA);
        },
      },
    });
    visitor.memory.faults.add({ path: "/auth/v1/token", times: 9, drop: true });
    await signIn(visitor);
    await visitor.memory.clock.advance(20_000);
    expect(visitor.argumentsOf("serviceFault")).toHaveLength(1);
    expect(visitor.memory.count("/auth/v1/token")).toBe(2);
  });
});
