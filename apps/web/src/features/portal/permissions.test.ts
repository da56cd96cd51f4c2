import { expect, test } from "vitest";
import { accessStateOf, hasContactCode } from "@/features/portal/permissions";

const NOW = 1_800_000_000;
const DAY = 86_400;

test("hasContactCode accepts a code for thirty days, and never accepts a password", () => {
  const at = (method: string, ageSeconds: number) => [{ method, timestamp: NOW - ageSeconds }];
  expect(hasContactCode(at("otp", 60), NOW)).toBe(true);
  expect(hasContactCode(at("otp", 30 * DAY - 1), NOW)).toBe(true);
  expect(hasContactCode(at("otp", 30 * DAY), NOW)).toBe(false);
  expect(hasContactCode(at("password", 60), NOW)).toBe(false);
  expect(hasContactCode([...at("password", 60), ...at("otp", DAY)], NOW)).toBe(true);
  expect(hasContactCode([], NOW)).toBe(false);
});

test("accessStateOf returns “code” if the user needs a new code, “ended” if the user lost access, and otherwise “other”", () => {
  expect(accessStateOf(false, true)).toBe("code");
  expect(accessStateOf(false, false)).toBe("code");
  expect(accessStateOf(true, true)).toBe("ended");
  expect(accessStateOf(true, false)).toBe("other");
});
