import { expect, test } from "vitest";
import { blankItem } from "@/features/requests/schema";
import { compareTemplates, dueDateAfter } from "@/features/templates/schema";

test.each([
  [0, "Europe/London", "2026-11-28"],
  [14, "Europe/London", "2026-12-12"],
  [14, "Asia/Kathmandu", "2026-12-13"],
  [-1, "Europe/London", null],
  [731, "Europe/London", null],
  [Number.NaN, "Europe/London", null],
])(
  "dueDateAfter returns the date %d days after the creation of a request, in the zone %s, as %s",
  (days, zone, due) => {
    expect(dueDateAfter("2026-11-28T20:00:00Z", days, zone)).toBe(due);
  },
);

test("compareTemplates describes each item with its section, its limits or choices, and whether it is optional", () => {
  const empty = { title: "Accounts", message: "", dueInDays: 14 };
  const choices = { choices: ["Yes", "No"], multiple: false };
  const bank = { ...blankItem("file"), title: "Bank", accept: ["image" as const, "pdf" as const] };
  const work = { ...blankItem("choice"), title: "Work", section: "You", options: choices };
  const several = { ...work, required: false, options: { ...choices, multiple: true } };
  expect(
    compareTemplates({ ...empty, items: [bank, work] }, { ...empty, items: [bank, several] }),
  ).toEqual([
    {
      label: "Items",
      theirs: "1. Bank (Up to 5 files; PDF, images)\n2. Work (You; 2 choices; Yes, No)",
      mine: "1. Bank (Up to 5 files; PDF, images)\n2. Work (You; 2 choices, optional; Yes, No; Let the client choose more than one)",
    },
  ]);
});
