import { expect, test } from "vitest";
import { code, newPassword, signInSchema } from "@/features/auth/schema";

// S-2.13, S-2.64, S-9.3
test("the schema of an emailed code accepts a pasted code with spaces and dashes", () => {
  expect(code.parse(" 1234 56-78 ")).toBe("12345678");
});

test.each(["", "1234567", "123456789", "1234567a"])(
  "the schema of an emailed code rejects %j",
  (value) => {
    expect(code.safeParse(value).success).toBe(false);
  },
);

// S-5.6
test("the schema of a new password accepts 10 to 72 bytes, and does not change the password", () => {
  expect(newPassword.parse("  ten bytes ")).toBe("  ten bytes ");
  expect(newPassword.safeParse("a".repeat(9)).success).toBe(false);
  expect(newPassword.safeParse("é".repeat(37)).success).toBe(false);
  expect(newPassword.safeParse("é".repeat(36)).success).toBe(true);
});

test.each([
  ["short", "Use at least 10 characters."],
  ["a".repeat(73), "Use at most 72 characters."],
  [
    "é".repeat(37),
    "Use a shorter password. The limit is 72 characters. Emoji and letters outside the English alphabet count as more than one.",
  ],
])("the schema of a new password states why it rejects %j", (password, message) => {
  expect(newPassword.safeParse(password).error?.issues[0]?.message).toBe(message);
});

test("the sign-in form requires a password unless the user asks for a code", () => {
  expect(
    signInSchema.safeParse({ intent: "code", email: "a@b.example", password: "" }).success,
  ).toBe(true);
  expect(
    signInSchema.safeParse({ intent: "password", email: "a@b.example", password: "" }).success,
  ).toBe(false);
});
