import { expect, test } from "vitest";
import { parseDays, reminderPolicySchema } from "@/features/reminders/schema";

const form = {
  org_id: "5eed0001-0000-4000-8000-000000000001",
  reminder_days: "7, 3, 1",
  days_after: "1",
  reminder_every: "4",
};

test("reminderPolicySchema converts days before the due date to negative numbers, and sorts all reminder days", () => {
  expect(reminderPolicySchema.parse(form)).toEqual({
    orgId: form.org_id,
    days: [-7, -3, -1, 1],
    every: 4,
  });
});

test("reminderPolicySchema reads missing fields as no reminders", () => {
  expect(reminderPolicySchema.parse({ org_id: form.org_id })).toMatchObject({
    days: [],
    every: 0,
  });
});

test.each([
  [{ reminder_days: "soon" }, "Enter whole numbers of days, separated by commas."],
  [{ reminder_days: "61" }, "Use numbers from 0 to 60."],
  [{ reminder_days: "3, 3" }, "Enter each day only once."],
  [{ reminder_days: "0", days_after: "0" }, "Enter each day only once."],
  [
    { reminder_days: "9 8 7 6 5 4 3 2" },
    "Enter at most 8 reminder days in the two fields together.",
  ],
  [{ reminder_every: "31" }, "Enter a number from 0 to 30."],
  [{ reminder_every: "x" }, "Enter a whole number of days."],
])("reminderPolicySchema rejects the plan with %j and names the broken rule", (change, message) => {
  const result = reminderPolicySchema.safeParse({ ...form, ...change });
  expect(result.error?.issues.map((issue) => issue.message)).toContain(message);
});

test("parseDays accepts “and”, commas or spaces between days, but no negative days", () => {
  expect(parseDays("7, 3 and 1")).toEqual([7, 3, 1]);
  expect(parseDays("")).toEqual([]);
  expect(parseDays("-1")).toBeNull();
});
