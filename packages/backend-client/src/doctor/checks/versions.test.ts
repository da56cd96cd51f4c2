import { expect, it } from "vitest";
import { isInRange } from "./versions.js";

it.each([
  ["16.0.0", "^16.0.0", true],
  ["16.4.6", "^16.0.0", true],
  ["16.5.0-canary.3", "^16.0.0", true],
  ["17.0.0", "^16.0.0", false],
  ["15.9.9", "^16.0.0", false],
  ["2.119.0", "^2.119.0", true],
  ["2.120.1", "^2.119.0", true],
  ["2.118.9", "^2.119.0", false],
  ["0.12.9", "^0.12.7", true],
  ["0.12.6", "^0.12.7", false],
  ["0.13.0", "^0.12.7", false],
  ["0.0.2", "^0.0.1", false],
])("isInRange for version %s and range %s returns %s", (version, range, isIn) => {
  expect(isInRange(version, range)).toBe(isIn);
});
