import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BackendError, isBackendError } from "./backend-error.js";
import { AUTH_CODES } from "./codes.js";
import { fromAuth } from "./from-auth.js";

const SECRET = "kq3xv9z1m7pw";

function failure(upstreamCode?: string) {
  return new BackendError({
    kind: "auth",
    code: "unknown",
    upstreamCode,
    status: 400,
    message: `auth.refresh failed: the auth service returned 400 (${upstreamCode}).`,
    operation: "auth.refresh",
    details: { reasons: [`detail ${SECRET}`] },
    cause: new Error(`cause ${SECRET}`),
  });
}

describe("an error with a secret in its cause and details", () => {
  it("shows no secret in a log line, JSON, text or structured clone", () => {
    const error = failure();
    const nested = { list: [error], map: new Map([["error", error]]) };
    for (const shown of [
      inspect(error, { depth: 9, showHidden: true }),
      inspect(nested, { depth: 9 }),
      inspect(new Error("outer", { cause: error }), { depth: 9 }),
      JSON.stringify(error),
      JSON.stringify(nested),
      String(error),
      error.stack ?? "",
      inspect(structuredClone(error), { depth: 9, showHidden: true }),
    ]) {
      expect(shown).not.toContain(SECRET);
    }
  });

  it("exposes its cause and details to the app as properties", () => {
    const error = failure();
    expect(error.cause).toMatchObject({ message: `cause ${SECRET}` });
    expect(error.details).toEqual({ reasons: [`detail ${SECRET}`] });
    expect(new BackendError({ kind: "auth", code: "unknown", message: "m" }).cause).toBeUndefined();
  });

  it("shows its kind, code, operation and stack in a log line", () => {
    const shown = inspect(failure());
    for (const part of [
      "BackendError: auth.refresh",
      "hygiene.test",
      "'auth'",
      "'unknown'",
      "400",
    ]) {
      expect(shown).toContain(part);
    }
    expect(isBackendError(failure())).toBe(true);
  });
});

describe("a code from a service", () => {
  it.each([
    SECRET,
    "v4k9x2m7q1zt",
    "Xy12345678abcdefghijkl",
    "sb_secret_abc",
    "sbp_0123456789abcdef",
    "eyJhbGciOiJIUzI1NiJ9",
    `code_${SECRET}`,
  ])("is dropped when it looks like a token: %s", (code) => {
    const error = failure(code);
    expect(error.upstreamCode).toBeUndefined();
    for (const text of [error.message, error.stack ?? "", JSON.stringify(error), inspect(error)]) {
      expect(text).not.toContain(code);
    }
  });

  it("is kept if the auth service, Postgres, PostgREST or storage documents it", () => {
    for (const code of [...AUTH_CODES, "23505", "P0001", "XX000", "PGRST116", "NoSuchKey"]) {
      expect(failure(code).upstreamCode, code).toBe(code);
    }
    for (const code of AUTH_CODES) {
      const error = fromAuth({ status: 400, operation: "x", upstreamCode: code });
      expect([error.code, error.upstreamCode]).toEqual([code, code]);
    }
  });

  it("is never exposed when it is a refresh token", () => {
    // Refresh tokens of the service have this alphabet and length.
    const alphabet = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789");
    const token = fc
      .array(alphabet, { minLength: 12, maxLength: 22 })
      .map((characters) => characters.join(""))
      .filter((text) => /\d/.test(text) && /[a-z]/.test(text));
    fc.assert(
      fc.property(token, (text) => {
        expect(failure(text).upstreamCode).toBeUndefined();
        expect(inspect(failure(text))).not.toContain(text);
      }),
    );
  });
});
