import { describe, expect, it } from "vitest";
import { AuthError } from "./errors.ts";
import { checkPasswordStrength } from "./password.ts";

function refusalOf(password: string, password_requirements = ""): string | null {
  try {
    checkPasswordStrength(password, { minimum_password_length: 10, password_requirements });
    return null;
  } catch (error) {
    if (error instanceof AuthError) return error.code;
    throw error;
  }
}

describe("the password length check", () => {
  // Like GoTrue, the check counts bytes.
  it.each([
    ["nine letters", "x".repeat(9), "weak_password"],
    ["ten letters", "x".repeat(10), null],
    ["nine bytes in five characters", `${"\u00e9".repeat(4)}x`, "weak_password"],
    ["ten bytes in five characters", "\u00e9".repeat(5), null],
    ["72 letters", "x".repeat(72), null],
    ["73 letters", "x".repeat(73), "validation_failed"],
    ["74 bytes in 37 characters", "\u00e9".repeat(37), "validation_failed"],
  ])("checks that a password has 10 to 72 bytes: %s", (_, password, refusal) => {
    expect(refusalOf(password)).toBe(refusal);
  });
});

it("a password needs at least one character of each required set", () => {
  expect(refusalOf("abcdefghij", "letters_digits")).toBe("weak_password");
  expect(refusalOf("abcdefghi1", "letters_digits")).toBeNull();
});
