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

test("readEnvironment accepts variables without the NEXT_PUBLIC_ prefix, and returns no backend if no variable is set", () => {
  expect(readEnvironment().backend).toEqual({});
  vi.stubEnv("SUPABASE_URL", "https://x.supabase.co");
  vi.stubEnv("SUPABASE_PUBLISHABLE_KEY", "sb_publishable_x");
  expect(readEnvironment()).toMatchObject({
    backend: { url: "https://x.supabase.co", anonKey: "sb_publishable_x" },
  });
});

test("readEnvironment rejects a URL without a key and a key without a URL, and names the missing variable", () => {
  vi.stubEnv("NEXT_PUBLIC_SUPABASE_URL", "https://x.supabase.co");
  expect(() => readEnvironment()).toThrow(
    "NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY (or …_ANON_KEY) is missing",
  );
  vi.stubEnv("NEXT_PUBLIC_SUPABASE_URL", "");
  vi.stubEnv("NEXT_PUBLIC_SUPABASE_ANON_KEY", "key");
  expect(() => readEnvironment()).toThrow("NEXT_PUBLIC_SUPABASE_URL is missing");
});

// S-2.12, S-3.40
test("readEnvironment enables demo mode if DOSSIER_DEMO is 1, and disables it if the variable is unset", () => {
  expect(readEnvironment().isDemo).toBe(false);
  vi.stubEnv("DOSSIER_DEMO", "1");
  expect(readEnvironment().isDemo).toBe(true);
});
