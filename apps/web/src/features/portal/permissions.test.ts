import { expect, test } from "vitest";
import { hasContactCode, standingOf } from "@/features/portal/permissions";

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

test("standingOf returns “code” if the user has no recent code, otherwise “ended” if the user had access, and “other” if not", () => {
  expect(standingOf(false, true)).toBe("code");
  expect(standingOf(false, false)).toBe("code");
  expect(standingOf(true, true)).toBe("ended");
  expect(standingOf(true, false)).toBe("other");
});
