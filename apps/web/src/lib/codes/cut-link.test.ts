import { expect, test } from "vitest";
import { isCutShort } from "@/lib/codes/cut-link";

const ID = "0123456789abcdef0123456789abcdef";

test.each([
  ["without its last digit", ID.slice(0, -1), true],
  ["with only two digits", "01", true],
  ["that is complete", ID, false],
  ["with one digit too many", `${ID}0`, false],
  ["that is a word", "holidays", false],
])("isCutShort returns whether an id %s is truncated: %s", (_name, id, expected) => {
  expect(isCutShort(id)).toBe(expected);
});
