import { expect, test } from "vitest";
import { spellSecret, totpCode } from "@/features/mfa/schema";

test("the schema of an authenticator app's code accepts a code that was typed in two groups", () => {
  expect(totpCode.parse("123 456")).toBe("123456");
});

test.each(["", "12345", "1234567", "12345a"])(
  "the schema of an authenticator app's code rejects %j",
  (value) => {
    expect(totpCode.safeParse(value).success).toBe(false);
  },
);

test("spellSecret formats the secret for an authenticator app in groups of four characters", () => {
  expect(spellSecret("otpauth://totp/Dossier:a?secret=ABCDEFGHIJ&issuer=Dossier")).toBe(
    "ABCD EFGH IJ",
  );
});
