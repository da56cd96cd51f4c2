import { expect, test } from "vitest";
import { unfinishedMatch } from "@/features/files/upload/unfinished";

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
