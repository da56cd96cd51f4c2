import { expect, it } from "vitest";
import { encodeBase32, isTotpCode, totpCode } from "./totp.js";

/** RFC 6238, appendix B. The codes there have eight digits, of which apps show the last six. */
const SECRET = encodeBase32(new TextEncoder().encode("12345678901234567890"));

it.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
])("totp returns the code of RFC 6238 at %i s", async (seconds, code) => {
  expect(SECRET).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(await totpCode(SECRET, seconds * 1000)).toBe(code);
});

it("the memory backend accepts a TOTP code one step early or late, and no further", async () => {
  const code = await totpCode(SECRET, 600_000);
  for (const [at, isGood] of [
    [569_999, false],
    [570_000, true],
    [659_999, true],
    [660_000, false],
  ] as const) {
    expect(await isTotpCode(SECRET, code, at), String(at)).toBe(isGood);
  }
});
