import { expect, test } from "vitest";
import { code, newPassword, signInSchema } from "@/features/auth/schema";

// S-2.13, S-2.64, S-9.3
test("a pasted code may carry spaces and dashes", () => {
  expect(code.parse(" 1234 56-78 ")).toBe("12345678");
});

test.each(["", "1234567", "123456789", "1234567a"])("%j is no code", (value) => {
  expect(code.safeParse(value).success).toBe(false);
});

// S-5.6
test("a password has 10 to 72 bytes and is taken as typed", () => {
  expect(newPassword.parse("  ten bytes ")).toBe("  ten bytes ");
  expect(newPassword.safeParse("a".repeat(9)).success).toBe(false);
  expect(newPassword.safeParse("é".repeat(37)).success).toBe(false);
  expect(newPassword.safeParse("é".repeat(36)).success).toBe(true);
});

test("a code can be asked for without a password", () => {
  expect(
    signInSchema.safeParse({ intent: "code", email: "a@b.example", password: "" }).success,
  ).toBe(true);
  expect(
    signInSchema.safeParse({ intent: "password", email: "a@b.example", password: "" }).success,
  ).toBe(false);
});
