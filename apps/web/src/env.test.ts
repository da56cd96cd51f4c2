import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readEnvironment } from "@/env";

const NAMES = [
  "NEXT_PUBLIC_SUPABASE_URL",
  "SUPABASE_URL",
  "NEXT_PUBLIC_SUPABASE_ANON_KEY",
  "SUPABASE_ANON_KEY",
  "NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY",
  "SUPABASE_PUBLISHABLE_KEY",
  "DOSSIER_DEMO",
];

beforeEach(() => {
  for (const name of NAMES) vi.stubEnv(name, "");
});
afterEach(() => vi.unstubAllEnvs());

test("reads both names of a variable, and uses the local backend if neither is set", () => {
  expect(readEnvironment().backend).toEqual({});
  vi.stubEnv("SUPABASE_URL", "https://x.supabase.co");
  vi.stubEnv("SUPABASE_PUBLISHABLE_KEY", "sb_publishable_x");
  expect(readEnvironment()).toMatchObject({
    backend: { url: "https://x.supabase.co", anonKey: "sb_publishable_x" },
  });
});

test("rejects one variable of a pair without the other, and names the missing one", () => {
  vi.stubEnv("NEXT_PUBLIC_SUPABASE_URL", "https://x.supabase.co");
  expect(() => readEnvironment()).toThrow(
    "NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY (or …_ANON_KEY) is missing",
  );
  vi.stubEnv("NEXT_PUBLIC_SUPABASE_URL", "");
  vi.stubEnv("NEXT_PUBLIC_SUPABASE_ANON_KEY", "key");
  expect(() => readEnvironment()).toThrow("NEXT_PUBLIC_SUPABASE_URL is missing");
});

// S-2.12, S-3.40
test("enables demo mode only if DOSSIER_DEMO is set", () => {
  expect(readEnvironment().isDemo).toBe(false);
  vi.stubEnv("DOSSIER_DEMO", "1");
  expect(readEnvironment().isDemo).toBe(true);
});
