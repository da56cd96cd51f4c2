import { BackendError } from "@dossier/backend-client";
import { expect, test } from "vitest";
import { unfinishedMatch, willPass } from "@/features/files/upload/unfinished";

const begun = { id: "f", name: "books.pdf", bytes: 10, status: "uploading" };
const picked = { name: "books.pdf", size: 10 };
const none = new Set<string>();

test("continues an unfinished file with the same name and size", () => {
  expect(unfinishedMatch([begun], picked, none)).toBe("f");
  const withPath = { name: "C:\\tax\\books.pdf", size: 10 };
  expect(unfinishedMatch([begun], withPath, none)).toBe("f");
});

test.each([
  ["a different name", begun, { name: "other.pdf", size: 10 }, none],
  ["a different size", begun, { name: "books.pdf", size: 11 }, none],
  ["a file that arrived", { ...begun, status: "ready" }, picked, none],
  ["a file that this page is uploading", begun, picked, new Set(["f"])],
])("finds no unfinished file to continue (%s)", (_, listed, file, taken) => {
  expect(unfinishedMatch([listed], file, taken)).toBeUndefined();
});

test("continues the second of two equal unfinished files if the first is being uploaded", () => {
  const second = { ...begun, id: "g" };
  expect(unfinishedMatch([begun, second], picked, new Set(["f"]))).toBe("g");
});

test.each([
  ["nothing that answers", { kind: "network", code: "unreachable" }, true],
  ["no answer in time", { kind: "network", code: "timeout" }, true],
  [
    "a gateway without a service",
    { kind: "network", code: "service_unavailable", status: 502 },
    true,
  ],
  ["a limit", { kind: "network", code: "rate_limited", status: 429, retryable: true }, true],
  ["a page of a hotspot", { kind: "network", code: "unexpected_answer", status: 200 }, true],
  ["a gateway's refusal", { kind: "network", code: "unexpected_answer", status: 413 }, false],
  ["an end that was asked for", { kind: "network", code: "aborted" }, false],
  ["storage that breaks", { kind: "storage", code: "unknown", status: 500 }, true],
  ["a lock", { kind: "storage", code: "ResourceLocked", status: 423 }, true],
  ["storage that refuses", { kind: "storage", code: "EntityTooLarge", status: 413 }, false],
  ["a database that starts", { kind: "database", code: "PGRST001", status: 503 }, true],
  ["a database that refuses", { kind: "database", code: "unknown", status: 409 }, false],
  ["a token that cannot be had now", { kind: "auth", code: "refresh_due", retryable: true }, true],
  ["no signed-in user", { kind: "auth", code: "session_missing" }, false],
] as const)("decides whether a failure is temporary: %s, %o, %s", (_, error, expected) => {
  expect(willPass(new BackendError({ message: "x", ...error }), true)).toBe(expected);
});

test("treats every failure as temporary without a network, and no error of the app as temporary with a network", () => {
  expect(willPass(new Error("x"), false)).toBe(true);
  expect(willPass(new Error("x"), true)).toBe(false);
});
