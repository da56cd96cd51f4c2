import { describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import type { Result } from "../errors/backend-error.js";
import { authAnswer } from "../testing/index.js";
import type { AdoptedTokens, SignedIn } from "./auth-flow-types.js";

const HOUR_MS = 3_600_000;

async function adopt(
  { sessions, box, memory }: Visitor,
  tokens: AdoptedTokens,
): Promise<Result<SignedIn>> {
  const scope = sessions.open(box.request("/"));
  const result = await scope.auth.adopt(tokens);
  box.take(scope.apply(new Response()));
  await memory.clock.advance(0);
  return result;
}

const withBrokenSignature = (token: string): string => {
  const [head, body, signature = ""] = token.split(".");
  const first = signature.startsWith("A") ? "B" : "A";
  return `${head}.${body}.${first}${signature.slice(1)}`;
};

async function expectNothingWritten(visitor: Visitor): Promise<void> {
  expect((await visitor.visit()).session.status).toBe("unauthenticated");
}

describe("auth.adopt", () => {
  it("signs in the user of the given tokens and emits SIGNED_IN once", async () => {
    const visitor = createVisitor();
    const user = visitor.memory.auth.createUser({ email: "ada@a.test" });
    const { data, error } = await adopt(visitor, await visitor.memory.auth.signIn({ user }));
    expect(error).toBeNull();
    expect(data).toMatchObject({
      user: { id: user.id, email: "ada@a.test" },
      session: { status: "authenticated", event: { count: 1, name: "SIGNED_IN" } },
    });
    expect(JSON.stringify(data)).not.toMatch(/eyJ|refresh-/);
    const { session } = await visitor.visit();
    expect(session).toMatchObject({ status: "authenticated", claims: { sub: user.id } });
    visitor.memory.clock.skip(HOUR_MS);
    expect((await visitor.visit()).session).toMatchObject({ event: { name: "TOKEN_REFRESHED" } });
  });

  it("returns cookies_read_only without reading the tokens when cookies cannot be set", async () => {
    const { sessions, box, memory } = createVisitor();
    const scope = sessions.open(box.request("/"), { isReadOnly: true });
    const { error } = await scope.auth.adopt({ access_token: "no token", refresh_token: "" });
    expect(error).toMatchObject({ kind: "auth", code: "cookies_read_only" });
    expect(memory.calls).toEqual([]);
  });

  it.each([
    ["issuer", { iss: "https://other.test/auth/v1" }],
    ["audience", { aud: "other" }],
    ["role", { role: "service_role" }],
    ["not-before time", { nbf: 9_999_999_999 }],
  ])("returns token_invalid for a token with a wrong %s", async (_name, claims) => {
    const visitor = createVisitor();
    const { error } = await adopt(visitor, await visitor.memory.auth.signIn({ claims }));
    expect(error).toMatchObject({ kind: "auth", code: "token_invalid" });
    expect(visitor.memory.count("/auth/v1/user")).toBe(0);
    await expectNothingWritten(visitor);
  });

  it.each([0, HOUR_MS])(
    "refuses a token that is %d ms old and has a wrong signature",
    async (ageMs) => {
      const visitor = createVisitor();
      const tokens = await visitor.memory.auth.signIn();
      visitor.memory.clock.skip(ageMs);
      const access_token = withBrokenSignature(tokens.access_token);
      const { error } = await adopt(visitor, { ...tokens, access_token });
      expect(error).toMatchObject({ code: "token_invalid" });
      expect(visitor.memory.count("/auth/v1/token")).toBe(0);
      await expectNothingWritten(visitor);
    },
  );

  it.each([
    ["a refresh token with a NUL", { refresh_token: "a\u0000" }],
    ["a missing refresh token", { refresh_token: undefined }],
    ["a number as the access token", { access_token: 7 }],
  ])("returns token_invalid for %s, without a call to the service", async (_name, changed) => {
    const visitor = createVisitor();
    const tokens = await visitor.memory.auth.signIn();
    const { error } = await adopt(visitor, { ...tokens, ...changed } as AdoptedTokens);
    expect(error).toMatchObject({ code: "token_invalid" });
    expect(visitor.memory.calls).toEqual([]);
  });

  it("refuses a session that was signed out in this browser, and does not refresh that session", async () => {
    const visitor = createVisitor();
    const tokens = await visitor.memory.auth.signIn();
    await adopt(visitor, tokens);
    visitor.box.take(await visitor.sessions.handle(visitor.box.post("/auth/sign-out")));
    visitor.memory.clock.skip(HOUR_MS);
    visitor.memory.calls.length = 0;
    const { error } = await adopt(visitor, tokens);
    expect(error).toMatchObject({ code: "session_not_found" });
    expect(visitor.memory.count("/auth/v1/token")).toBe(0);
    expect(visitor.memory.count("/auth/v1/user")).toBe(0);
    await expectNothingWritten(visitor);
  });

  it("refreshes an expired token before it stores the session", async () => {
    const visitor = createVisitor();
    const tokens = await visitor.memory.auth.signIn();
    visitor.memory.clock.skip(HOUR_MS);
    const { data, error } = await adopt(visitor, tokens);
    expect(error).toBeNull();
    expect(data?.session).toMatchObject({ expiresInSeconds: 3600, event: { name: "SIGNED_IN" } });
    expect(visitor.memory.count("/auth/v1/token")).toBe(1);
    expect((await visitor.visit()).session.status).toBe("authenticated");
  });

  it("signs in without the user's data if fetching the user fails after a refresh", async () => {
    const visitor = createVisitor();
    const tokens = await visitor.memory.auth.signIn();
    visitor.memory.clock.skip(HOUR_MS);
    visitor.memory.faults.add({ path: "/auth/v1/user", times: 9, drop: true });
    const { data } = await adopt(visitor, tokens);
    expect(data).toMatchObject({ user: null, session: { status: "authenticated" } });
  });

  it("returns the service's error code when the service refuses the refresh", async () => {
    const visitor = createVisitor();
    const tokens = await visitor.memory.auth.signIn();
    visitor.memory.clock.skip(HOUR_MS);
    const { error } = await adopt(visitor, { ...tokens, refresh_token: "unknown" });
    expect(error).toMatchObject({ kind: "auth", code: "refresh_token_not_found" });
    await expectNothingWritten(visitor);
  });

  it("stores nothing and ends the refreshed session if the refresh token belongs to another user", async () => {
    const visitor = createVisitor();
    const tokens = await visitor.memory.auth.signIn();
    const other = await visitor.memory.auth.signIn();
    visitor.memory.clock.skip(HOUR_MS);
    const { error } = await adopt(visitor, { ...tokens, refresh_token: other.refresh_token });
    expect(error).toMatchObject({ code: "token_invalid" });
    expect(visitor.memory.auth.sessions.size).toBe(1);
    await expectNothingWritten(visitor);
  });

  it("refuses a session that has ended at the service", async () => {
    const visitor = createVisitor();
    const tokens = await visitor.memory.auth.signIn();
    visitor.memory.auth.sessions.clear();
    const { error } = await adopt(visitor, tokens);
    expect(error).toMatchObject({ kind: "auth", code: "session_not_found", status: 403 });
    await expectNothingWritten(visitor);
  });

  it.each([
    ["503", { respond: () => authAnswer(503, {}) }],
    ["a lost connection", { drop: true }],
  ])("stores no session when the fetch of the user ends with %s", async (_name, fault) => {
    const visitor = createVisitor();
    const tokens = await visitor.memory.auth.signIn();
    visitor.memory.faults.add({ path: "/auth/v1/user", times: 2, ...fault });
    expect((await adopt(visitor, tokens)).error).toMatchObject({ kind: "network" });
    await expectNothingWritten(visitor);
    expect((await adopt(visitor, tokens)).error).toBeNull();
  });

  it("ends the previous user's session in this browser and at the service", async () => {
    const visitor = createVisitor();
    await visitor.signedIn();
    const before = (await visitor.visit()).session;
    const elsewhere = visitor.box.copy();
    const tokens = await visitor.memory.auth.signIn();
    const { data } = await adopt(visitor, tokens);
    expect(data?.session?.event).toEqual({ count: 1, name: "SIGNED_IN" });
    const logouts = visitor.memory.calls.filter(({ path }) => path.startsWith("/auth/v1/logout"));
    expect(logouts).toMatchObject([
      {
        path: "/auth/v1/logout?scope=local",
        bearer: "accessToken" in before && before.accessToken,
      },
    ]);
    visitor.memory.clock.skip(HOUR_MS);
    const late = await visitor.sessions.open(elsewhere.request("/")).session();
    expect(late.status).toBe("unauthenticated");
    expect((await visitor.visit()).session.status).toBe("authenticated");
  });

  it("emits USER_UPDATED once for a new session of the signed-in user", async () => {
    const visitor = createVisitor();
    const user = visitor.memory.auth.createUser({ email: "ada@a.test" });
    await adopt(visitor, await visitor.memory.auth.signIn({ user }));
    const { data } = await adopt(visitor, await visitor.memory.auth.signIn({ user, aal: "aal2" }));
    expect(data?.session).toMatchObject({
      claims: { sub: user.id, aal: "aal2" },
      event: { count: 2, name: "USER_UPDATED" },
    });
    expect(visitor.memory.auth.sessions.size).toBe(1);
  });

  it("emits USER_UPDATED for the current session without ending it", async () => {
    const visitor = createVisitor();
    const tokens = await visitor.memory.auth.signIn();
    await adopt(visitor, tokens);
    const { data } = await adopt(visitor, tokens);
    expect(data?.session?.event).toEqual({ count: 2, name: "USER_UPDATED" });
    expect(visitor.memory.count("/auth/v1/logout")).toBe(0);
  });

  it("ends the session at the service if the session does not fit into the cookies", async () => {
    const visitor = createVisitor();
    const tokens = await visitor.memory.auth.signIn({ claims: { blob: "x".repeat(9000) } });
    const { error } = await adopt(visitor, tokens);
    expect(error).toMatchObject({ code: "cookie_too_large" });
    expect(visitor.memory.auth.sessions.size).toBe(0);
    await expectNothingWritten(visitor);
  });
});
