import { expect, test } from "vitest";
import { judgeIntent } from "@/lib/drafts/submit-intents";

const HOUR = 3_600_000;
const intent = { no: 1, version: 3, at: 1_000 * HOUR };
const page = { no: 1, version: 3, hasDraft: false, now: intent.at + HOUR };

// S-8.44
test("judgeIntent sends a waiting submission that is up to twelve hours old, and asks the user before sending an older submission", () => {
  expect(judgeIntent(intent, page)).toBe("send");
  expect(judgeIntent(intent, { ...page, now: intent.at + 12 * HOUR })).toBe("send");
  expect(judgeIntent(intent, { ...page, now: intent.at + 12 * HOUR + 1 })).toBe("ask");
});

test("judgeIntent does not send a waiting submission if the answer's version or submission number changed", () => {
  expect(judgeIntent(intent, { ...page, version: 4 })).toBe("changed");
  expect(judgeIntent(intent, { ...page, no: 2 })).toBe("changed");
});

test("judgeIntent sends a waiting submission despite a new version if the draft is restored, because saving detects conflicts", () => {
  expect(judgeIntent(intent, { ...page, version: 4, hasDraft: true })).toBe("send");
});
