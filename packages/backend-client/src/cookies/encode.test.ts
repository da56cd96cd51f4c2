import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeSession, encodeSession, fromBase64Url, toBase64Url } from "./encode.js";

const token = fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" });

it("decodeSession restores an encoded session unchanged, whatever characters its tokens contain", () => {
  fc.assert(
    fc.property(
      token,
      token,
      fc.nat(),
      fc.nat(999_999_999),
      (access, refresh, expiresAt, count) => {
        const session = {
          accessToken: access,
          refreshToken: refresh,
          expiresAt,
          event: { count, name: "SIGNED_IN" },
        };
        const text = encodeSession(session);
        expect(encodeURIComponent(text)).toBe(text);
        expect(decodeSession(text)).toEqual(session);
      },
    ),
  );
});

it("decodeSession never throws, and never returns a session with an empty access token", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const decoded = decodeSession(text);
      if (decoded !== null) expect(decoded.accessToken).not.toBe("");
    }),
  );
});

it("the Base64url functions encode and decode any text, and reject invalid input", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(fromBase64Url(toBase64Url(text))).toBe(text);
    }),
  );
  expect(fromBase64Url("")).toBe("");
  for (const broken of ["not base64!", "YQ==", "a+b/", "YQ ", " YQ", "YQ\n", "Y", "_w"]) {
    expect(fromBase64Url(broken), broken).toBeNull();
  }
  expect(toBase64Url("~~~>>>???")).toBe("fn5-Pj4-Pz8_");
  expect(toBase64Url("a")).toBe("YQ");
});

it("encodeSession stores tokens of cookie-safe characters unencoded to save bytes", () => {
  const session = {
    accessToken: "eyJ.a_b-c.9",
    refreshToken: "r3fr3sh",
    expiresAt: 1_800_000_000.9,
    event: { count: 7, name: "TOKEN_REFRESHED" },
  };
  expect(encodeSession(session)).toBe("1800000000~7~TOKEN_REFRESHED~r3fr3sh~eyJ.a_b-c.9");
  expect(encodeSession({ ...session, refreshToken: "a~b" })).toContain("~*YX5i~");
  expect(encodeSession({ ...session, refreshToken: "~ab" })).toContain("~*fmFi~");
  expect(encodeSession({ ...session, refreshToken: "ab~" })).toContain("~*YWJ-~");
});

it.each([
  "1~1~X~r",
  "1~1~X~r~a~b",
  "x1~1~X~r~a",
  "1x~1~X~r~a",
  "1~x1~X~r~a",
  "1~1x~X~r~a",
  "1~1~x~r~a",
  "1~1~Xx~r~a",
  "1~1~xX~r~a",
  "~1~X~r~a",
  "1~~X~r~a",
  "1~1~~r~a",
  "1~1~X~~a",
  "1~1~X~r~",
  "1~1~X~*!~a",
  "1~1~X~r~*!",
  "1~1~X~*~a",
  "1~1~X~r~*",
  "1234567890123~1~X~r~a",
  "1~1234567890~X~r~a",
  `1~1~${"X".repeat(41)}~r~a`,
])("decodeSession rejects %s", (text) => {
  expect(decodeSession(text)).toBeNull();
});

it("decodeSession accepts a cookie whose fields have the maximum length", () => {
  const name = "X".repeat(40);
  expect(decodeSession(`123456789012~123456789~${name}~r~*YQ`)).toEqual({
    accessToken: "a",
    refreshToken: "r",
    expiresAt: 123456789012,
    event: { count: 123456789, name },
  });
});

it("fromBase64Url returns the same text with and without Node's Buffer", () => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...alphabet) }), (encoded) => {
      expect(fromBase64Url(encoded, null)).toBe(fromBase64Url(encoded));
    }),
  );
  const written = toBase64Url("Größe: ≥ 1 ~ ¾ ÿÿÿ");
  expect(written).toMatch(/[-_]/);
  expect(fromBase64Url(written, null)).toBe("Größe: ≥ 1 ~ ¾ ÿÿÿ");
  for (const buffer of [null, undefined]) {
    expect(fromBase64Url("YQYQY", buffer)).toBeNull();
    expect(fromBase64Url("YQ", buffer)).toBe("a");
  }
});
