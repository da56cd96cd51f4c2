import { expect, test } from "vitest";
import { EmailChangePause } from "@/lib/codes/email-change-pause";

test("a user who requested an email change must wait a minute for the next request, but other users need not wait", () => {
  const pause = new EmailChangePause();
  expect(pause.secondsLeft("one", 0)).toBe(0);
  pause.note("one", 0);
  expect(pause.secondsLeft("one", 1)).toBe(60);
  expect(pause.secondsLeft("one", 59_001)).toBe(1);
  expect(pause.secondsLeft("one", 60_000)).toBe(0);
  expect(pause.secondsLeft("two", 1)).toBe(0);
});

test("EmailChangePause stores at most 10,000 users, and forgets the user with the oldest request first", () => {
  const pause = new EmailChangePause();
  for (let user = 0; user <= 10_000; user += 1) pause.note(`${user}`, 0);
  expect(pause.secondsLeft("0", 1)).toBe(0);
  expect(pause.secondsLeft("1", 1)).toBe(60);
});
