import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ListProgress } from "@/components/ui/segments";
import { RequestTable } from "@/features/requests/components/request-table";
import type { RequestStatus } from "@/features/requests/types";

const REQUEST = {
  id: "1",
  title: "Annual accounts",
  dueOn: "2026-11-20",
  client: { id: "2", name: "Okafor Dental Practice" },
  progress: {
    accepted: 1,
    submitted: 2,
    partial: 0,
    returned: 0,
    open: 1,
    waived: 0,
    optional: 1,
    waiting: 2,
  },
  assignee: null,
  lastActivityAt: "2026-11-24T11:00:00Z",
};

const show = (
  status: RequestStatus,
  {
    isByDue = false,
    progress = REQUEST.progress,
    ...group
  }: { isByDue?: boolean; progress?: ListProgress; title?: string; count?: number } = {},
) =>
  renderToStaticMarkup(
    <RequestTable
      isByDue={isByDue}
      org={{ slug: "firm", timeZone: "UTC" }}
      now="2026-11-24T12:00:00Z"
      today="2026-11-24"
      groups={[{ ...group, requests: [{ ...REQUEST, status, progress }] }]}
    />,
  );

test("the table of requests counts answers as waiting for review only in an open request", () => {
  expect(show("open")).toContain("2 to review");
  for (const status of ["complete", "cancelled", "archived"] as const) {
    expect(show(status)).not.toContain("to review");
  }
});

test("the table of requests marks only an open request as late", () => {
  expect(show("open")).toContain("4\u00a0days\u00a0late");
  expect(show("complete")).not.toContain("late");
});

test("the table of requests marks the Due column as sorted only in a list that is sorted by due date", () => {
  expect(show("open")).not.toContain("aria-sort");
  expect(show("open", { isByDue: true })).toMatch(/aria-sort="ascending"[^>]*>Due/);
});

test("a group of requests has a heading with its count, and requests without groups have no heading", () => {
  expect(show("open")).not.toContain("rowgroup");
  expect(show("open", { title: "Overdue", count: 1_204 })).toMatch(
    /<th scope="rowgroup"[^>]*>Overdue<span[^>]*>1,204</,
  );
});

test("the row of a request without required items shows the number of optional items and of answers to review, and no bar", () => {
  const none = { accepted: 0, submitted: 0, partial: 0, returned: 0, open: 0, waived: 0 };
  const row = show("open", { progress: { ...none, optional: 2, waiting: 1 } });
  expect(row).toContain("2 optional items");
  expect(row).toContain("1 to review");
  expect(row).not.toContain("0 of 0");
  expect(row).not.toContain("data-bar");
  expect(show("open")).toContain("data-bar");
});
