import { BackendError } from "@dossier/backend-client";
import { expect, test } from "vitest";
import { isTransient, unfinishedMatch } from "@/features/files/upload/unfinished";

const started = { id: "f", name: "books.pdf", bytes: 10, status: "uploading" };
const picked = { name: "books.pdf", size: 10 };
const none = new Set<string>();

test("unfinishedMatch finds the unfinished file that has the name and size of the chosen file", () => {
  expect(unfinishedMatch([started], picked, none)).toBe("f");
  const withPath = { name: "C:\\tax\\books.pdf", size: 10 };
  expect(unfinishedMatch([started], withPath, none)).toBe("f");
});

test.each([
  ["a different name", started, { name: "other.pdf", size: 10 }, none],
  ["a different size", started, { name: "books.pdf", size: 11 }, none],
  ["a file that arrived", { ...started, status: "ready" }, picked, none],
  ["a file that this page is uploading", started, picked, new Set(["f"])],
])("unfinishedMatch finds no unfinished file for %s", (_, listed, file, taken) => {
  expect(unfinishedMatch([listed], file, taken)).toBeUndefined();
});

test("unfinishedMatch finds the second of two equal unfinished files if the page is already uploading the first", () => {
  const second = { ...started, id: "g" };
  expect(unfinishedMatch([started, second], picked, new Set(["f"]))).toBe("g");
});

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
