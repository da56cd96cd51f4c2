import { expect, test } from "vitest";
import { strings } from "@/features/inbox/strings";

test("an overdue request says how many items are missing only if there are any", () => {
  expect(strings.missing(2)).toBe("2 missing");
  expect(strings.missing(0)).toBeUndefined();
});
