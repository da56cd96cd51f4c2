import { BackendError } from "@dossier/backend-client";
import { expect, test } from "vitest";
import { isConnectionLost, unfinishedMatch } from "@/features/files/unfinished";

const begun = { id: "f", name: "books.pdf", bytes: 10, status: "uploading" };
const picked = { name: "books.pdf", size: 10 };
const none = new Set<string>();

test("a picked file continues the unfinished one of the same name and size", () => {
  expect(unfinishedMatch([begun], picked, none)).toBe("f");
  const withPath = { name: "C:\\tax\\books.pdf", size: 10 };
  expect(unfinishedMatch([begun], withPath, none)).toBe("f");
});

test.each([
  ["another name", begun, { name: "other.pdf", size: 10 }, none],
  ["another size", begun, { name: "books.pdf", size: 11 }, none],
  ["a file that arrived", { ...begun, status: "ready" }, picked, none],
  ["a file that is on its way here", begun, picked, new Set(["f"])],
])("%s is not continued", (_, listed, file, taken) => {
  expect(unfinishedMatch([listed], file, taken)).toBeUndefined();
});

test("the second of two equal unfinished files is taken when the first is on its way", () => {
  const second = { ...begun, id: "g" };
  expect(unfinishedMatch([begun, second], picked, new Set(["f"]))).toBe("g");
});

const network = (code: "unreachable" | "aborted") =>
  new BackendError({ kind: "network", code, message: "x", operation: "x" });

test("without a network every failure is a lost connection, with one only an unreachable service", () => {
  expect(isConnectionLost(new Error("x"), false)).toBe(true);
  expect(isConnectionLost(network("unreachable"), true)).toBe(true);
  expect(isConnectionLost(network("aborted"), true)).toBe(false);
  expect(isConnectionLost(new Error("x"), true)).toBe(false);
});
