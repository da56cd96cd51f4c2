import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import { SESSION_COOKIE } from "../config/constants.js";
import { isSessionOver } from "../errors/backend-error.js";
import { authAnswer } from "../testing/index.js";
import type { Scope } from "./scope-type.js";

const CREDENTIALS = { email: "ada@example.test", password: "correct" };
const FOREVER = Number.POSITIVE_INFINITY;

let memory: Visitor["memory"];
let box: Visitor["box"];
let sessions: Visitor["sessions"];
let signedIn: Visitor["signedIn"];

beforeEach(() => {
  ({ memory, box, sessions, signedIn } = createVisitor());
  memory.auth.createUser(CREDENTIALS);
});

async function within<T>(run: (scope: Scope) => Promise<T>): Promise<T> {
  const scope = sessions.open(box.request("/"));
  const result = await run(scope);
  box.take(scope.apply(new Response()));
  return result;
}

function answer(path: string, status: number, body: object, headers: Record<string, string> = {}) {
  memory.faults.add({ path, times: FOREVER, respond: () => authAnswer(status, body, headers) });
}

describe("an error response that the auth service wrote", () => {
  it.each([
    [500, "unexpected_failure", "Database error creating anonymous user"],
    [504, "request_timeout", "Processing this request timed out, please retry after a moment."],
    [422, "hook_timeout", "Failed to reach hook within maximum time of 5.000000 seconds"],
    [500, "hook_timeout_after_retry", "Failed to reach hook after maximum retries"],
  ])("keeps the service's own code: %i %s", async (status, code, message) => {
    answer("/auth/v1/signup", status, { code, message }, { "x-sb-error-code": code });
    const { error } = await within((scope) => scope.auth.signInAnonymously());
    expect(error).toMatchObject({ kind: "auth", code, status, upstreamCode: code });
    expect(error?.message).not.toContain(message);
  });

  it("becomes an error with the code from the header when the body has none", async () => {
    const headers = { "x-sb-error-code": "unexpected_failure" };
    answer("/auth/v1/signup", 500, { message: "oops" }, headers);
    const { error } = await within((scope) => scope.auth.signInAnonymously());
    expect(error).toMatchObject({ kind: "auth", code: "unexpected_failure", retryable: true });
  });
});

describe("a rate limit of the auth service, which sends no Retry-After", () => {
  it("is returned with retryAfterSeconds from the seconds in its message", async () => {
    const message = "For security purposes, you can only request this after 59 seconds.";
    answer("/auth/v1/otp", 429, { code: "over_email_send_rate_limit", message });
    const { email } = CREDENTIALS;
    const { error } = await within((scope) => scope.auth.signInWithOtp({ email }));
    expect(error).toMatchObject({ code: "over_email_send_rate_limit", retryAfterSeconds: 59 });
  });

  it.each([
    ["over_request_rate_limit", "Request rate limit reached"],
    ["over_email_send_rate_limit", "email rate limit exceeded"],
  ])("has no retryAfterSeconds if its message states no seconds: %s", async (code, message) => {
    answer("/auth/v1/resend", 429, { code, message });
    const { email } = CREDENTIALS;
    const { error } = await within((scope) => scope.auth.resend({ type: "signup", email }));
    expect(error).toMatchObject({ kind: "auth", code, retryable: true });
    expect(error?.retryAfterSeconds).toBeUndefined();
  });
});

describe("the message of a project's hook", () => {
  it.each([
    [403, "unknown", "domain not allowed"],
    [422, "unknown", "no email to this address"],
    [422, "hook_payload_over_size_limit", "Payload size exceeded"],
  ])("appears only in `details`: %i %s", async (status, code, message) => {
    answer("/auth/v1/signup", status, { code, message });
    const { error } = await within((scope) => scope.auth.signUp(CREDENTIALS));
    expect(error).toMatchObject({ kind: "auth", code, details: { message } });
    expect(error?.message).not.toContain(message);
    expect(JSON.stringify(error)).not.toContain(message);
  });

  it("appears in the `details` of a refused refresh", async () => {
    await signedIn();
    answer("/auth/v1/token", 403, { code: "unknown", message: "not for you" });
    const { error } = await within((scope) => scope.auth.refreshSession());
    expect(error).toMatchObject({ code: "unknown", details: { message: "not for you" } });
  });

  it.each([
    [400, "validation_failed", "Unable to validate email address: invalid format"],
    [500, "unknown", "a@b.test"],
    [400, "brand_new", "a@b.test"],
  ])(
    "is distinguished from the service's own message, which `details` omits: %i %s",
    async (status, code, message) => {
      answer("/auth/v1/signup", status, { code, message });
      const { error } = await within((scope) => scope.auth.signUp(CREDENTIALS));
      expect(error?.details).toBeUndefined();
    },
  );
});

describe("the status of an error", () => {
  it("is the service's 403 for a session that does not exist", async () => {
    await signedIn();
    const message = "Session from session_id claim in JWT does not exist";
    answer("/auth/v1/user", 403, { code: "session_not_found", message });
    const { error } = await within((scope) => scope.auth.getUser());
    expect(error).toMatchObject({ code: "session_not_found", status: 403 });
  });
});

describe("a rejected second factor", () => {
  it("ends the session if the project's hook rejected the factor, because the service then ends all of the user's sessions", async () => {
    await signedIn();
    answer("/auth/v1/factors", 403, { code: "mfa_verification_rejected", message: "no" });
    const { error } = await within((scope) =>
      scope.auth.mfa.verify({ factorId: crypto.randomUUID(), challengeId: "c", code: "123456" }),
    );
    expect(error).toMatchObject({ code: "mfa_verification_rejected", status: 403 });
    expect(isSessionOver(error)).toBe(true);
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
    expect((await within((scope) => scope.session())).status).toBe("unauthenticated");
  });

  it("keeps the session when only the code was wrong", async () => {
    await signedIn();
    answer("/auth/v1/factors", 422, { code: "mfa_verification_failed" });
    await within((scope) =>
      scope.auth.mfa.verify({ factorId: crypto.randomUUID(), challengeId: "c", code: "123456" }),
    );
    expect((await within((scope) => scope.session())).status).toBe("authenticated");
  });
});

describe("a banned user", () => {
  it.each(["global", "local"] as const)(
    "gets an error from a %s sign-out that ended no session",
    async (scope) => {
      await signedIn();
      answer("/auth/v1/logout", 403, { code: "user_banned", message: "User is banned" });
      const { error } = await within(({ auth }) => auth.signOut({ scope }));
      expect(error).toMatchObject({ code: "user_banned", status: 403 });
      expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
    },
  );

  it("gets an error from a sign-out with an expired token", async () => {
    await signedIn();
    memory.clock.skip(3_700_000);
    answer("/auth/v1/token", 400, {
      code: "user_banned",
      message: "Invalid Refresh Token: User Banned",
    });
    const { error } = await within(({ auth }) => auth.signOut());
    expect(error).toMatchObject({ code: "user_banned" });
  });

  it("gets user_banned from a sign-in, and isSessionOver returns false for this error", async () => {
    answer("/auth/v1/token", 400, { code: "user_banned", message: "User is banned" });
    const { error } = await within(({ auth }) => auth.signInWithPassword(CREDENTIALS));
    expect(error).toMatchObject({ code: "user_banned" });
    expect(isSessionOver(error)).toBe(false);
  });

  it("gets user_banned from a call with a session, and isSessionOver returns true for this error", async () => {
    await signedIn();
    answer("/auth/v1/user", 403, { code: "user_banned", message: "User is banned" });
    const { error } = await within(({ auth }) => auth.getUser());
    expect(isSessionOver(error)).toBe(true);
  });
});

describe("a session that the service ends when the SDK refreshes it", () => {
  it.each([
    [400, "session_expired", "Invalid Refresh Token: Session Expired (Revoked by Newer Login)"],
    [400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"],
    [400, "user_banned", "Invalid Refresh Token: User Banned"],
    [400, "validation_failed", "Refresh token is not valid"],
  ])(
    "has the service's reason only in the request that refreshes: %i %s",
    async (status, code, message) => {
      await signedIn();
      memory.clock.skip(3_700_000);
      answer("/auth/v1/token", status, { code, message });
      const session = await within((scope) => scope.session());
      expect(session).toMatchObject({ status: "unauthenticated", error: { kind: "auth", code } });
      expect(isSessionOver("error" in session ? session.error : null)).toBe(true);
      expect(await within((scope) => scope.session())).toEqual({ status: "unauthenticated" });
    },
  );

  it("makes refreshSession return the service's reason", async () => {
    await signedIn();
    answer("/auth/v1/token", 400, {
      code: "session_expired",
      message: "Session Expired (Timebox)",
    });
    const { error } = await within((scope) => scope.auth.refreshSession());
    expect(error).toMatchObject({ code: "session_expired" });
    expect(isSessionOver(error)).toBe(true);
  });

  it("makes POST refresh return the service's reason to the tab", async () => {
    await signedIn();
    memory.clock.skip(3_700_000);
    answer("/auth/v1/token", 400, { code: "session_expired" });
    const response = box.take(await sessions.handle(box.post("/auth/refresh")));
    expect(await response.json()).toMatchObject({
      status: "unauthenticated",
      error: { code: "session_expired" },
    });
  });

  it("makes GET refresh remove the cookies and redirect the visitor back to the page", async () => {
    await signedIn();
    memory.clock.skip(3_700_000);
    answer("/auth/v1/token", 400, { code: "session_expired" });
    const response = box.take(await sessions.handle(box.request("/auth/refresh?next=%2Fo")));
    expect(response.headers.get("location")).toBe("/o");
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
  });
});

describe("a sign-in or sign-up", () => {
  it("returns an error while its token cannot be verified, but stores the session, which later requests use", async () => {
    const restore = memory.faults.add({
      path: "/auth/v1/.well-known",
      times: FOREVER,
      status: 503,
    });
    const { data, error } = await within((scope) => scope.auth.signInWithPassword(CREDENTIALS));
    expect(data).toBeNull();
    expect(error).toMatchObject({ kind: "network", code: "service_unavailable", retryable: true });
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
    restore();
    memory.clock.skip(60_000);
    expect((await within((scope) => scope.session())).status).toBe("authenticated");
  });

  it("returns no error for a new email address that must be confirmed, even if the signing keys are unavailable", async () => {
    memory.faults.add({ path: "/auth/v1/.well-known", times: FOREVER, status: 503 });
    const input = { email: "new@example.test", password: "correct horse" };
    const { data, error } = await within((scope) => scope.auth.signUp(input));
    expect(error).toBeNull();
    expect(data?.session).toBeNull();
  });

  it("returns the service's warning about a weak password", async () => {
    const weak = { message: "Password should be at least 8 characters.", reasons: ["length"] };
    memory.faults.add({
      path: "/auth/v1/token?grant_type=password",
      respond: async () => {
        const [user] = memory.auth.users.values();
        return authAnswer(200, { ...(await memory.auth.signIn({ user })), weak_password: weak });
      },
    });
    const { data } = await within((scope) => scope.auth.signInWithPassword(CREDENTIALS));
    expect(data?.weakPassword).toEqual(weak);
    expect(data?.session?.status).toBe("authenticated");
  });

  it("returns no warning for a good password", async () => {
    const { data } = await within((scope) => scope.auth.signInWithPassword(CREDENTIALS));
    expect(data).not.toHaveProperty("weakPassword");
  });
});

describe("a refresh that the service refuses because another refresh runs at the same time", () => {
  it("returns a retryable error", async () => {
    await signedIn();
    const message = "Too many concurrent token refresh requests on the same session";
    answer("/auth/v1/token", 409, { code: "conflict", message });
    const { error } = await within((scope) => scope.auth.refreshSession());
    expect(error).toMatchObject({ code: "conflict", status: 409, retryable: true });
  });
});

const withFactors = (...types: string[]) =>
  answer("/auth/v1/user", 200, {
    id: crypto.randomUUID(),
    factors: types.map((factor_type) => ({ id: factor_type, factor_type, status: "verified" })),
  });

describe("requireAal2 for a user whose only verified factor is WebAuthn", () => {
  it("rejects with factor_unsupported, because no factor can produce a code", async () => {
    await signedIn();
    withFactors("webauthn");
    await expect(within((scope) => scope.requireAal2())).rejects.toMatchObject({
      kind: "auth",
      code: "factor_unsupported",
      docs: "@dossier/backend-client/docs/errors/factor_unsupported.md",
      operation: "auth.aal2",
      message: expect.stringContaining("WebAuthn"),
    });
  });

  it("rejects with factor_unsupported when a TOTP factor is not verified", async () => {
    await signedIn();
    const factors = [
      { id: "w", factor_type: "webauthn", status: "verified" },
      { id: "t", factor_type: "totp", status: "unverified" },
    ];
    answer("/auth/v1/user", 200, { id: crypto.randomUUID(), factors });
    await expect(within((scope) => scope.requireAal2())).rejects.toMatchObject({
      code: "factor_unsupported",
    });
  });
});

describe("requireAal2", () => {
  it.each([[["webauthn", "totp"]], [["phone"]], [[]]])(
    "rejects with insufficient_aal when the factors are %j",
    async (types) => {
      await signedIn();
      withFactors(...types);
      await expect(within((scope) => scope.requireAal2())).rejects.toMatchObject({
        code: "insufficient_aal",
      });
    },
  );

  it("rejects with insufficient_aal when the service does not return the factors", async () => {
    await signedIn();
    memory.faults.add({ path: "/auth/v1/user", times: FOREVER, status: 503 });
    await expect(within((scope) => scope.requireAal2())).rejects.toMatchObject({
      code: "insufficient_aal",
    });
  });
});
