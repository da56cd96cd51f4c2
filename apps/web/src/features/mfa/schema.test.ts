import { expect, test } from "vitest";
import { spellSecret, totpCode } from "@/features/mfa/schema";

test("accepts an authenticator app's code that was typed in two groups", () => {
  expect(totpCode.parse("123 456")).toBe("123456");
});

test.each(["", "12345", "1234567", "12345a"])(
  "rejects %j as an authenticator app's code",
  (value) => {
    expect(totpCode.safeParse(value).success).toBe(false);
  },
);

test("formats the secret for an authenticator app in groups of four characters", () => {
  expect(spellSecret("otpauth://totp/Dossier:a?secret=ABCDEFGHIJ&issuer=Dossier")).toBe(
    "ABCD EFGH IJ",
  );
});
