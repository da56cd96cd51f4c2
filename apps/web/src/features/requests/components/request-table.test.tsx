import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RequestTable } from "@/features/requests/components/request-table";
import type { RequestStatus } from "@/features/requests/types";

const show = (status: RequestStatus, props: { isByDue?: boolean } = {}) =>
  renderToStaticMarkup(
    <RequestTable
      {...props}
      org={{ slug: "firm", timeZone: "UTC" }}
      now="2026-11-24T12:00:00Z"
      today="2026-11-24"
      requests={[
        {
          id: "1",
          title: "Annual accounts",
          status,
          dueOn: "2026-11-20",
          client: { id: "2", name: "Okafor Dental Practice" },
          progress: { accepted: 1, submitted: 2, partial: 0, returned: 0, open: 1, waived: 0 },
          assignee: null,
          lastActivityAt: "2026-11-24T11:00:00Z",
        },
      ]}
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
