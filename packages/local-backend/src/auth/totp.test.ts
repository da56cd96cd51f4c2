import { Secret } from "otpauth";
import { expect, test } from "vitest";
import { createTotpSecret, describeTotp, findTotpStep } from "./totp.ts";

/** Test vectors of RFC 6238, appendix B. The codes are the last six of the eight digits there. */
const SECRET = Secret.fromUTF8("12345678901234567890").base32;

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_234_567_890, "005924"],
  [20_000_000_000, "353130"],
])(
  "accepts a TOTP code in its time step and the adjacent steps, but not a minute later: second %s, code %s",
  (seconds, code) => {
    const step = Math.floor(seconds / 30);
    expect(findTotpStep(SECRET, code, seconds * 1000)).toBe(step);
    expect(findTotpStep(SECRET, code, (seconds + 30) * 1000)).toBe(step);
    expect(findTotpStep(SECRET, code, (seconds - 30) * 1000)).toBe(step);
    expect(findTotpStep(SECRET, code, (seconds + 60) * 1000)).toBeUndefined();
  },
);

test.each(["", "28708", "2870820", "abcdef", " 287082"])(
  "refuses the malformed TOTP code %j",
  (code) => {
    expect(findTotpStep(SECRET, code, 59_000)).toBeUndefined();
  },
);

test("creates distinct 160-bit TOTP secrets, and a QR code SVG that contains no `#`", () => {
  const [one, two] = [createTotpSecret(), createTotpSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(two);
  const { qrCode, uri } = describeTotp({
    secret: one,
    issuer: "a.test",
    label: "a#b@example.test",
  });
  expect(uri).toContain(`secret=${one}`);
  expect(qrCode).not.toContain("#");
});
