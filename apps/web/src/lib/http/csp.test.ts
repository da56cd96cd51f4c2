import { expect, test } from "vitest";
import { contentSecurityPolicy, createNonce } from "@/lib/http/csp";

const policy = (backendUrl: string, isDevelopment = false) =>
  contentSecurityPolicy({ nonce: "abc", backendUrl, isDevelopment });

test("scripts need the nonce, and nothing inline or evaluated runs in production", () => {
  const script = policy("https://x.supabase.co")
    .split("; ")
    .find((directive) => directive.startsWith("script-src"));
  expect(script).toBe("script-src 'self' 'nonce-abc' 'strict-dynamic'");
});

test("the backend may be called, its socket with the matching scheme", () => {
  expect(policy("https://x.supabase.co")).toContain(
    "connect-src 'self' https://x.supabase.co wss://x.supabase.co",
  );
  expect(policy("http://127.0.0.1:54321")).toContain("ws://127.0.0.1:54321");
});

test("no frame, no base, no foreign form target", () => {
  for (const directive of ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]) {
    expect(policy("https://x.supabase.co")).toContain(directive);
  }
});

test("development may evaluate, production may not", () => {
  expect(policy("https://x.supabase.co", true)).toContain("'unsafe-eval'");
  expect(policy("https://x.supabase.co")).not.toContain("unsafe");
});

test("no two nonces are the same", () => {
  expect(createNonce()).not.toBe(createNonce());
  expect(atob(createNonce())).toHaveLength(16);
});
