import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeSession, encodeSession, fromBase64Url, toBase64Url } from "./encode.js";

const token = fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" });

it("a session comes back as it was written, whatever its tokens look like", () => {
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

it("foreign text is no session and no crash", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const decoded = decodeSession(text);
      if (decoded !== null) expect(decoded.accessToken).not.toBe("");
    }),
  );
});

it("base64url keeps every text and refuses what is none", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(fromBase64Url(toBase64Url(text))).toBe(text);
    }),
  );
  expect(fromBase64Url("not base64!")).toBeNull();
  expect(fromBase64Url("_w")).toBeNull();
});
