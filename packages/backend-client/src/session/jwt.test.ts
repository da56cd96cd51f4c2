import { expect, it } from "vitest";
import { parseJwt, peekClaims } from "./jwt.js";

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = (payload: unknown, header: unknown = {}) => `${part(header)}.${part(payload)}.sig`;

it("parseJwt returns header, payload, signed text and signature", () => {
  const whole = token({ sub: "ada" }, { alg: "ES256" });
  expect(parseJwt(whole)).toEqual({
    token: whole,
    header: { alg: "ES256" },
    payload: { sub: "ada" },
    signed: whole.slice(0, -4),
    signature: "sig",
  });
});

it.each([
  ["only one part", "opaque"],
  ["a payload that is a list", token([])],
  ["a payload that is a string", token("x")],
  ["a payload that is null", token(null)],
  ["a header that is a number", token({}, 1)],
  ["a payload that is not base64url", `${part({})}.AAAAA.sig`],
  ["a payload that is not JSON", `${part({})}.e30x.sig`],
  ["a space before it", ` ${token({})}`],
  ["a space after it", `${token({})} `],
])("parseJwt rejects a token with %s", (_name, text) => {
  expect(parseJwt(text)).toBeNull();
  expect(peekClaims(text)).toBeNull();
});

it.each([
  [{}, {}],
  [
    { session_id: "s", exp: 90, iat: 30 },
    { session_id: "s", iat: 30, lifetimeSeconds: 60 },
  ],
  [{ sub: "ada" }, { sub: "ada" }],
  // Cookies can be forged, so a claim of the wrong type counts as missing.
  [{ sub: 7, session_id: 7 }, {}],
  [{ exp: "90", iat: 30 }, { iat: 30 }],
  [{ exp: 90, iat: "30" }, {}],
])("peekClaims reads the claims %j as %j", (payload, seen) => {
  expect(peekClaims(token(payload))).toStrictEqual(seen);
});
