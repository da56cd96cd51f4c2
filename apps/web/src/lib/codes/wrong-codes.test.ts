import { expect, test } from "vitest";
import { WrongCodes } from "@/lib/codes/wrong-codes";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

test("WrongCodes makes a browser wait after ten wrong codes in an hour, until the first of them is an hour old", () => {
  const wrong = new WrongCodes();
  for (let no = 0; no < 10; no += 1) {
    expect(wrong.secondsUntilNext("browser", NOW + no * MINUTE)).toBe(0);
    wrong.add("browser", NOW + no * MINUTE);
  }
  expect(wrong.secondsUntilNext("browser", NOW + 10 * MINUTE)).toBe(50 * 60);
  expect(wrong.secondsUntilNext("browser", NOW + 60 * MINUTE)).toBe(0);
});

// S-4.44
test("a stranger's wrong codes do not count against the owner of the email address", () => {
  const wrong = new WrongCodes();
  for (let no = 0; no < 100; no += 1) wrong.add("stranger", NOW);
  expect(wrong.secondsUntilNext("stranger", NOW)).toBe(3600);
  expect(wrong.secondsUntilNext("owner", NOW)).toBe(0);
});

test("WrongCodes stores at most ten thousand keys, and removes the oldest key first", () => {
  const wrong = new WrongCodes();
  for (let no = 0; no < 10; no += 1) wrong.add("first", NOW);
  for (let no = 0; no < 9_999; no += 1) wrong.add(`key ${no}`, NOW);
  expect(wrong.secondsUntilNext("first", NOW)).toBe(3600);
  wrong.add("one more", NOW);
  expect(wrong.secondsUntilNext("first", NOW)).toBe(0);
});
