import { expect, test } from "vitest";
import { isMimeTypeAllowed } from "./mime-type.ts";

test.each([
  ["text/plain", null, true],
  ["text/plain", [], true],
  ["text/plain", ["text/plain"], true],
  ["TEXT/Plain", ["text/plain"], false],
  ["text/plain; charset=utf-8", ["text/plain"], false],
  ["text/plain; charset=utf-8", ["text/*"], true],
  ["image/png", ["image/*"], true],
  ["image/png", ["*/*"], false],
  ["image/png", ["text/plain", "application/pdf"], false],
  ["imagex/png", ["image/*"], false],
  ["image/", ["image/*"], false],
  ["text/plainer", ["text/plain"], false],
  ["", ["text/plain"], false],
])("isMimeTypeAllowed(%j, %j) returns %s", (mimeType, allowed, expected) => {
  expect(isMimeTypeAllowed(mimeType, allowed)).toBe(expected);
});
