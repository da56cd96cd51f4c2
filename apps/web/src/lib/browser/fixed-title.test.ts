import { expect, test } from "vitest";
import { asShown } from "./fixed-title";

test.each([
  ["two spaces", "Bank  statements", "Bank statements"],
  ["spaces at the ends", " Bank statements ", "Bank statements"],
  ["tabs and line breaks", "Bank\t\r\nstatements", "Bank statements"],
  ["a non-breaking space, which stays", "Bank\u00a0 statements", "Bank\u00a0 statements"],
])("asShown returns the title as document.title does: %s", (_, title, expected) => {
  expect(asShown(title)).toBe(expected);
});
