import { expect, test } from "vitest";
import { isMimeTypeAllowed } from "./mime-type.ts";

test.each([
  ["text/plain", null, true],
  ["text/plain", [], true],
  ["text/plain", ["text/plain"], true],
  ["TEXT/Plain; charset=utf-8", ["text/plain"], true],
  ["image/png", ["image/*"], true],
  ["image/png", ["*/*"], true],
  ["image/png", ["text/plain", "application/pdf"], false],
  ["imagex/png", ["image/*"], false],
  ["image/", ["image/*"], false],
  ["image/; a=b", ["image/*"], false],
  ["text/plainer", ["text/plain"], false],
  ["", ["text/plain"], false],
])("matches %s against %j", (mimeType, allowed, expected) => {
  expect(isMimeTypeAllowed(mimeType, allowed)).toBe(expected);
});
