import { expect, test } from "vitest";
import { firmPages } from "@/app/(staff)/o/[org]/menu-commands";
import { filterCommands } from "@/features/search/menu/commands";

// S-2.56
test.each([
  ["assigned", "Assigned to me", "/o/firm/requests?assignee=me"],
  ["overdue", "Overdue", "/o/firm/requests?status=overdue"],
  ["this week", "Due this week", "/o/firm/requests?status=due_this_week"],
])(
  "a search for “%s” in the command menu finds the view “%s” of the requests",
  (words, title, href) => {
    const found = filterCommands(firmPages("/o/firm", false), words);
    expect(found).toEqual([expect.objectContaining({ title, href })]);
  },
);
