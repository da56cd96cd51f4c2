import { describe, expect, it } from "vitest";
import { defineBackend } from "../config/define-backend.js";
import { findDateFault, findPartyFault, parseClaims } from "./claims.js";
import type { SessionClaims } from "./session.js";

const NOW = 1_800_000_000;
const backend = defineBackend({ runtime: { now: () => NOW * 1000 + 999 } });
const whole = {
  sub: "ada",
  role: "authenticated",
  aud: "authenticated",
  iss: backend.issuer,
  exp: NOW + 60,
  session_id: "s",
  aal: "aal1",
};

describe("a token's payload", () => {
  it.each([
    [{ sub: undefined }, "it has no subject"],
    [{ sub: "" }, "it has no subject"],
    [{ sub: 1 }, "it has no subject"],
    [{ exp: undefined }, "it has no expiry"],
    [{ exp: "soon" }, "it has no expiry"],
    [{ iss: undefined }, "it has no issuer"],
    [{ aud: undefined }, "it has no audience"],
    [{ aud: 7 }, "it has no audience"],
    [{ session_id: undefined }, "it has no session id"],
    [{ session_id: "" }, "it has no session id"],
    [{ role: undefined }, "its role is anon, service_role or missing"],
    [{ role: "anon" }, "its role is anon, service_role or missing"],
    [{ role: "service_role" }, "its role is anon, service_role or missing"],
  ])("is refused with the claims %o, because %s", (part, reason) => {
    expect(parseClaims({ ...whole, ...part })).toBe(reason);
  });

  it.each([
    ["aal1", "aal1"],
    ["aal2", "aal2"],
    ["aal9", "aal1"],
    [undefined, "aal1"],
  ])("with the assurance level %s is read as %s", (given, read) => {
    expect(parseClaims({ ...whole, aal: given })).toMatchObject({ aal: read });
  });

  it("keeps unknown claims and a list of audiences", () => {
    expect(parseClaims({ ...whole, aud: ["a", 1], org: "acme" })).toEqual({
      ...whole,
      aud: ["a", "1"],
      org: "acme",
    });
    expect(parseClaims({ ...whole, role: "editor" })).toMatchObject({ role: "editor" });
  });
});

describe("an optional claim", () => {
  it.each([
    ["iat", NOW, "now"],
    ["email", "ada@example.com", 7],
    ["phone", "", null],
    ["is_anonymous", false, "no"],
    ["app_metadata", { org: "acme" }, "acme"],
    ["user_metadata", {}, null],
    ["amr", [{ method: "totp", timestamp: NOW }], "totp"],
  ])("such as %s is kept if its type is valid, and omitted otherwise", (name, expected, odd) => {
    expect(parseClaims({ ...whole, [name]: expected })).toEqual({ ...whole, [name]: expected });
    expect(parseClaims({ ...whole, [name]: odd })).toEqual(whole);
  });

  it("is corrected in a copy, so the payload stays unchanged", () => {
    const payload = { ...whole, amr: ["totp"], email: 7 };
    expect(parseClaims(payload)).toMatchObject({ amr: [{ method: "totp", timestamp: 0 }] });
    expect(payload).toEqual({ ...whole, amr: ["totp"], email: 7 });
  });
});

describe("the check of claims", () => {
  const fault = (part: Partial<SessionClaims>) => {
    const claims = { ...(whole as SessionClaims), ...part };
    return findPartyFault(claims, backend) ?? findDateFault(claims, backend);
  };

  it.each([
    [{}, null],
    [{ iss: "https://evil.test" }, "its issuer (iss) is not the backend's"],
    [{ aud: "other" }, "its audience (aud) is not the backend's"],
    [{ aud: [] }, "its audience (aud) is not the backend's"],
    [{ aud: ["other"] }, "its audience (aud) is not the backend's"],
    [{ aud: ["other", "authenticated"] }, null],
    [{ exp: NOW - 9 }, null],
    [{ exp: NOW - 10 }, "it has expired (exp)"],
    [{ exp: Number.NaN }, "it has expired (exp)"],
    [{ nbf: NOW + 10 }, null],
    [{ nbf: NOW + 11 }, "it is not valid yet (nbf)"],
    [{ nbf: "5" }, "it is not valid yet (nbf)"],
    [{ nbf: "now" }, "it is not valid yet (nbf)"],
  ])("returns the reason to refuse the claims %o, or null for valid claims: %s", (part, reason) => {
    expect(fault(part as Partial<SessionClaims>)).toBe(reason);
  });
});
