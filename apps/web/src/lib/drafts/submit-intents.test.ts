import { expect, test } from "vitest";
import { judgeIntent } from "@/lib/drafts/submit-intents";

const HOUR = 3_600_000;
const intent = { no: 1, version: 3, at: 1_000 * HOUR };
const page = { no: 1, version: 3, hasDraft: false, now: intent.at + HOUR };

// S-8.41
test("sends an intent of up to twelve hours, and asks before it sends an older one", () => {
  expect(judgeIntent(intent, page)).toBe("send");
  expect(judgeIntent(intent, { ...page, now: intent.at + 12 * HOUR })).toBe("send");
  expect(judgeIntent(intent, { ...page, now: intent.at + 12 * HOUR + 1 })).toBe("ask");
});

test("does not send an intent for another version or submission", () => {
  expect(judgeIntent(intent, { ...page, version: 4 })).toBe("changed");
  expect(judgeIntent(intent, { ...page, no: 2 })).toBe("changed");
});

test("sends an intent for any version if a draft was restored, because saving the draft detects conflicts", () => {
  expect(judgeIntent(intent, { ...page, version: 4, hasDraft: true })).toBe("send");
});
