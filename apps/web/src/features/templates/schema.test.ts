import { expect, test } from "vitest";
import { dueDateAfter } from "@/features/templates/schema";

test.each([
  [0, "Europe/London", "2026-11-28"],
  [14, "Europe/London", "2026-12-12"],
  [14, "Asia/Kathmandu", "2026-12-13"],
  [-1, "Europe/London", null],
  [731, "Europe/London", null],
  [Number.NaN, "Europe/London", null],
])(
  "a request from a template that is due after %d days in %s gets the due date %s",
  (days, zone, due) => {
    expect(dueDateAfter("2026-11-28T20:00:00Z", days, zone)).toBe(due);
  },
);
