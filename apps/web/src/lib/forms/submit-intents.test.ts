import { expect, test } from "vitest";
import { judgeIntent } from "@/lib/forms/submit-intents";

const HOUR = 3_600_000;
const intent = { no: 1, version: 3, at: 1_000 * HOUR };
const page = { no: 1, version: 3, hasKept: false, now: intent.at + HOUR };

// S-8.41
test("an intent of up to twelve hours is sent, an older one asks first", () => {
  expect(judgeIntent(intent, page)).toBe("send");
  expect(judgeIntent(intent, { ...page, now: intent.at + 12 * HOUR })).toBe("send");
  expect(judgeIntent(intent, { ...page, now: intent.at + 12 * HOUR + 1 })).toBe("ask");
});

test("an intent for another version or submission is not sent", () => {
  expect(judgeIntent(intent, { ...page, version: 4 })).toBe("changed");
  expect(judgeIntent(intent, { ...page, no: 2 })).toBe("changed");
});

test("text that is put back meets the conflict itself, at any version", () => {
  expect(judgeIntent(intent, { ...page, version: 4, hasKept: true })).toBe("send");
});
