import { BackendError } from "@dossier/backend-client";
import { expect, test } from "vitest";
import { isTransient } from "@/features/files/upload/failure";

test.each([
  ["no response", { kind: "network", code: "unreachable" }, true],
  ["a timeout", { kind: "network", code: "timeout" }, true],
  [
    "a gateway that cannot reach the service",
    { kind: "network", code: "service_unavailable", status: 502 },
    true,
  ],
  ["a rate limit", { kind: "network", code: "rate_limited", status: 429, retryable: true }, true],
  ["a hotspot's sign-in page", { kind: "network", code: "unexpected_answer", status: 200 }, true],
  ["a gateway's refusal", { kind: "network", code: "unexpected_answer", status: 413 }, false],
  ["a canceled upload", { kind: "network", code: "aborted" }, false],
  ["a storage failure", { kind: "storage", code: "unknown", status: 500 }, true],
  ["a locked file", { kind: "storage", code: "ResourceLocked", status: 423 }, true],
  ["a storage refusal", { kind: "storage", code: "EntityTooLarge", status: 413 }, false],
  ["a database that is starting", { kind: "database", code: "PGRST001", status: 503 }, true],
  ["a database refusal", { kind: "database", code: "unknown", status: 409 }, false],
  [
    "a token that cannot be refreshed now",
    { kind: "auth", code: "refresh_due", retryable: true },
    true,
  ],
  ["no signed-in user", { kind: "auth", code: "session_missing" }, false],
] as const)("isTransient returns $2 for $0", (_, error, expected) => {
  expect(isTransient(new BackendError({ message: "x", ...error }), true)).toBe(expected);
});

test("isTransient treats an unknown failure as temporary only while the browser is offline", () => {
  expect(isTransient(new Error("x"), false)).toBe(true);
  expect(isTransient(new Error("x"), true)).toBe(false);
});
