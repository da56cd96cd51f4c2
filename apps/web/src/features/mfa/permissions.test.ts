import { readFileSync } from "node:fs";
import type { AuthenticatedSession } from "@dossier/backend-client";
import { expect, test } from "vitest";
import { hasRecentFactor, STEP_UP_SECONDS } from "@/features/mfa/permissions";

const NOW = 1_800_000_000;
const session = (aal: "aal1" | "aal2", method: string, ageSeconds: number) =>
  ({
    claims: {
      aal,
      amr: [
        { method: "password", timestamp: NOW },
        { method, timestamp: NOW - ageSeconds },
      ],
    },
  }) as Pick<AuthenticatedSession, "claims"> as AuthenticatedSession;

// S-9.4
test("hasRecentFactor returns true for 15 minutes after the user verified a second factor", () => {
  expect(hasRecentFactor(session("aal2", "totp", STEP_UP_SECONDS - 1), NOW)).toBe(true);
  expect(hasRecentFactor(session("aal2", "totp", STEP_UP_SECONDS), NOW)).toBe(false);
});

test("hasRecentFactor returns false for an emailed code, and for a session below level aal2", () => {
  expect(hasRecentFactor(session("aal2", "otp", 0), NOW)).toBe(false);
  expect(hasRecentFactor(session("aal1", "totp", 0), NOW)).toBe(false);
});

test("hasRecentFactor accepts each second-factor method that the database accepts", () => {
  const schema = readFileSync(
    new URL("../../../../../supabase/schemas/02_access.sql", import.meta.url),
    "utf8",
  );
  const body = schema.match(/function private\.has_recent_factor\(\)[\s\S]*?\$\$;/)?.[0] ?? "";
  const methods = (body.match(/'method' in \(([^)]+)\)/)?.[1] ?? "").match(/[^', ]+/g);
  expect(methods).toContain("totp");
  for (const method of methods ?? []) {
    expect(hasRecentFactor(session("aal2", method, 0), NOW), method).toBe(true);
  }
});
