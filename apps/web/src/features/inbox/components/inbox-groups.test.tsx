import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { InboxGroups } from "@/features/inbox/components/inbox-groups";

const ORG = {
  id: "1",
  name: "Firm",
  slug: "firm",
  logoPath: null,
  role: "owner" as const,
  timeZone: "UTC",
  requireMfa: false,
  brandColor: null,
};

const show = ({ open, optional }: { open: number; optional: number }) =>
  renderToStaticMarkup(
    <InboxGroups
      org={ORG}
      clock={{ now: "2026-11-24T12:00:00Z", today: "2026-11-24" }}
      groups={[
        {
          requestId: "1",
          title: "Annual accounts",
          client: { id: "2", name: "Okafor Dental Practice" },
          dueOn: null,
          daysLate: 0,
          assignee: null,
          progress: {
            accepted: 0,
            submitted: 0,
            partial: 0,
            returned: 0,
            open,
            waived: 0,
            optional,
            waiting: 1,
          },
          waiting: 1,
          items: [],
        },
      ]}
    />,
  );

test("the heading of a request with only optional items shows their number and no bar", () => {
  expect(show({ open: 3, optional: 2 })).toContain('aria-label="0 of 3 accepted"');
  const heading = show({ open: 0, optional: 2 });
  expect(heading).toContain("2 optional items");
  expect(heading).not.toContain("0 of 0");
  expect(heading).not.toContain("data-bar");
});
