import { expect, test } from "vitest";
import { contentSecurityPolicy, createNonce } from "@/lib/http/csp";

const policy = (backendUrl: string, isDevelopment = false) =>
  contentSecurityPolicy({ nonce: "abc", backendUrl, isDevelopment });

test("in production, the Content Security Policy allows only scripts with the nonce and the scripts that they load", () => {
  const script = policy("https://x.supabase.co")
    .split("; ")
    .find((directive) => directive.startsWith("script-src"));
  expect(script).toBe("script-src 'self' 'nonce-abc' 'strict-dynamic'");
});

test("the Content Security Policy allows calls to the backend, and WebSockets with the scheme that matches the backend's URL", () => {
  expect(policy("https://x.supabase.co")).toContain(
    "connect-src 'self' https://x.supabase.co wss://x.supabase.co",
  );
  expect(policy("http://127.0.0.1:54321")).toContain("ws://127.0.0.1:54321");
});

test("the Content Security Policy forbids base elements, framing of the page, and forms that post to other sites", () => {
  for (const directive of ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]) {
    expect(policy("https://x.supabase.co")).toContain(directive);
  }
});

test("the Content Security Policy allows eval in development, but not in production", () => {
  expect(policy("https://x.supabase.co", true)).toContain("'unsafe-eval'");
  expect(policy("https://x.supabase.co")).not.toContain("unsafe");
});

test("createNonce returns a new value of 16 bytes each time", () => {
  expect(createNonce()).not.toBe(createNonce());
  expect(atob(createNonce())).toHaveLength(16);
});
