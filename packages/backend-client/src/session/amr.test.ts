import { describe, expect, it } from "vitest";
import { parseAmr, secondFactorAt } from "./amr.js";

describe("the authentication methods (amr) of a token", () => {
  it("are unchanged if the auth service wrote them", () => {
    const amr = [{ method: "totp", timestamp: 7, provider: "app" }];
    expect(parseAmr(amr)).toEqual(amr);
  });

  it.each([
    [["totp"], [{ method: "totp", timestamp: 0 }]],
    [[{ method: "totp" }], [{ method: "totp", timestamp: 0 }]],
    [[{ method: "totp", timestamp: "7" }], [{ method: "totp", timestamp: 0 }]],
    [[null, 7, {}, { method: 7, timestamp: 7 }, [], { timestamp: 7 }], []],
  ])("written by a hook as %j are read as %j", (amr, entries) => {
    expect(parseAmr(amr)).toEqual(entries);
  });

  it.each(["totp", null, undefined, 7, { method: "totp" }])(
    "are undefined if the claim is %j",
    (amr) => {
      expect(parseAmr(amr)).toBeUndefined();
    },
  );
});

describe("the time of the second factor", () => {
  it.each([["totp", "webauthn", "phone", "mfa/totp"]])(
    "is the time of a verification by %s, %s, %s or %s",
    (...methods) => {
      for (const method of methods) {
        expect(secondFactorAt({ amr: [{ method, timestamp: 7 }] }), method).toBe(7);
      }
    },
  );

  it("is the time of the latest verification", () => {
    const proofs = [5, 9, 7].map((timestamp) => ({ method: "totp", timestamp }));
    expect(secondFactorAt({ amr: proofs })).toBe(9);
  });

  it.each([
    [undefined],
    [[]],
    [[{ method: "password", timestamp: 9 }]],
    [[{ method: "not-totp", timestamp: 9 }]],
  ])("is 0 for the methods %j", (amr) => {
    expect(secondFactorAt(amr ? { amr } : {})).toBe(0);
  });
});
