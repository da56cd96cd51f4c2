import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { BackendError, isBackendError, isSessionOver, unwrap } from "./backend-error.js";
import { AUTH_CODES, TERMINAL_CODES } from "./codes.js";
import { authCodeOf, fromAuth } from "./from-auth.js";
import { fromAuthFlow } from "./from-auth-flow.js";
import { fromForeignAnswer, fromNetworkFailure, retryAfterSeconds } from "./from-network.js";

const error = new BackendError({
  kind: "auth",
  code: "otp_expired",
  status: 403,
  message: "auth.verifyOtp was refused.",
  cause: new Error("secret-token"),
  details: { email: "a@b.test" },
});

describe("a BackendError", () => {
  it("omits everything that could be secret from toJSON", () => {
    const text = JSON.stringify(error);
    expect(JSON.parse(text)).toEqual({
      name: "BackendError",
      kind: "auth",
      code: "otp_expired",
      message: "auth.verifyOtp was refused.",
      retryable: false,
      status: 403,
    });
    expect(error.docs).toMatch(/^https:.*\/auth\//);
    const own = new BackendError({ kind: "auth", code: "refresh_due", message: "x" });
    expect(own.docs).toBe("@dossier/backend-client/docs/errors/refresh_due.md");
  });

  it("is recognized by its brand symbol, not by its class", () => {
    const brand = Symbol.for("@dossier/backend-client/error");
    const foreign: unknown = runInNewContext("Object.assign(new Error('x'), { [brand]: true })", {
      brand,
    });
    expect(isBackendError(error)).toBe(true);
    expect(isBackendError(foreign)).toBe(true);
    for (const value of [null, undefined, "x", {}, new Error("x")]) {
      expect(isBackendError(value)).toBe(false);
    }
  });

  it("is thrown by unwrap, which returns the data of a result without an error", () => {
    expect(unwrap({ data: 0, error: null })).toBe(0);
    expect(() => unwrap({ data: null, error })).toThrow(error);
  });
});

describe("isSessionOver", () => {
  const auth = (code: string, status = 400) =>
    fromAuth({ status, upstreamCode: code, operation: "x" });

  it("returns true for an error whose code means that no user is signed in", () => {
    const missing = { kind: "auth", code: "session_missing", message: "m" } as const;
    expect(isSessionOver(new BackendError(missing))).toBe(true);
    for (const code of TERMINAL_CODES) expect(isSessionOver(auth(code, 403)), code).toBe(true);
  });

  it.each([
    "signUp",
    "signInWithPassword",
    "signInWithOtp",
    "signInWithOAuth",
    "signInWithIdToken",
    "signInAnonymously",
    "verifyOtp",
    "exchangeCodeForSession",
    "resend",
    "resetPasswordForEmail",
    "admin.getUserById",
  ])("returns false for an error of %s, a flow that needs no session", (flow) => {
    for (const code of TERMINAL_CODES) {
      const answer = { status: 403, upstreamCode: code, operation: `auth.${flow}` };
      expect(isSessionOver(fromAuth(answer)), code).toBe(false);
    }
  });

  it.each(["getUser", "updateUser", "signOut", "refreshSession", "refresh", "mfa.verify"])(
    "returns true for an error of %s, a call that needs a session",
    (call) => {
      for (const code of TERMINAL_CODES) {
        const answer = { status: 403, upstreamCode: code, operation: `auth.${call}` };
        expect(isSessionOver(fromAuth(answer)), code).toBe(true);
      }
    },
  );

  it("returns true for validation_failed and invalid_grant only if a refresh failed", () => {
    for (const code of ["validation_failed", "invalid_grant"]) {
      const answer = { status: 400, upstreamCode: code };
      expect(isSessionOver(fromAuth({ ...answer, operation: "auth.refresh" }))).toBe(true);
      expect(isSessionOver(fromAuth({ ...answer, operation: "auth.updateUser" }))).toBe(false);
    }
  });

  it("returns false for failures that do not end the session, and for errors of other libraries", () => {
    expect(isSessionOver(auth("over_request_rate_limit", 429))).toBe(false);
    expect(isSessionOver(auth("refresh_due"))).toBe(false);
    const outage = { kind: "network", code: "service_unavailable", message: "m" } as const;
    expect(isSessionOver(new BackendError(outage))).toBe(false);
    expect(isSessionOver(new Error("session_missing"))).toBe(false);
    expect(isSessionOver(null)).toBe(false);
  });
});

describe("an error response of the auth service", () => {
  it("becomes a network error if the response has no error code, whatever the status", () => {
    expect(fromAuth({ status: 401, operation: "x" })).toMatchObject({
      kind: "network",
      code: "unexpected_answer",
      retryable: true,
    });
    expect(fromForeignAnswer({ status: 429, operation: "x" }).code).toBe("rate_limited");
    expect(fromForeignAnswer({ status: 503, operation: "x" }).code).toBe("service_unavailable");
  });

  it("keeps an unknown code in `upstreamCode`", () => {
    const found = fromAuth({ status: 400, operation: "x", upstreamCode: "brand_new" });
    expect(found).toMatchObject({ code: "unknown", upstreamCode: "brand_new", retryable: false });
  });

  it("has its code in `error_code` or in `code`, and authCodeOf reads both", () => {
    expect(authCodeOf({ code: 400, error_code: "otp_expired" })).toBe("otp_expired");
    expect(authCodeOf({ code: "otp_expired" })).toBe("otp_expired");
    expect(authCodeOf({ code: 400 })).toBeUndefined();
    expect(authCodeOf("text")).toBeUndefined();
  });

  it("ends a session only with a documented code of the auth service", () => {
    for (const code of TERMINAL_CODES) expect(AUTH_CODES).toContain(code);
  });

  it("never exposes the service's message, which may contain an email address", () => {
    const upstream = {
      name: "AuthApiError",
      message: "a@b.test",
      status: 400,
      code: "email_exists",
    };
    const found = fromAuthFlow(
      upstream,
      { failure: null, refusal: null, answer: { status: 400 } },
      "auth.signUp",
    );
    expect(inspect(found)).not.toContain("a@b.test");
  });
});

describe("a network failure", () => {
  it.each([
    [new DOMException("x", "TimeoutError"), "timeout", true],
    [new DOMException("x", "AbortError"), "aborted", false],
    [new TypeError("fetch failed"), "unreachable", true],
  ])("caused by %s has the code %s, and retryable is %s", (thrown, code, retryable) => {
    expect(fromNetworkFailure(thrown, { operation: "x" })).toMatchObject({ code, retryable });
  });

  it("becomes `aborted` when the caller's signal has aborted", () => {
    const signal = AbortSignal.abort();
    expect(fromNetworkFailure(new TypeError("x"), { operation: "x", signal }).code).toBe("aborted");
  });

  it("takes its retry delay from the Retry-After header, in seconds or as a date", () => {
    const now = Date.parse("2026-03-01T00:00:00Z");
    const read = (value: string) => retryAfterSeconds(new Headers({ "retry-after": value }), now);
    expect(read("7")).toBe(7);
    expect(read("Sun, 01 Mar 2026 00:00:30 GMT")).toBe(30);
    expect(read("Sat, 28 Feb 2026 00:00:00 GMT")).toBe(0);
    expect(read("soon")).toBeUndefined();
    expect(retryAfterSeconds(new Headers(), now)).toBeUndefined();
  });
});
