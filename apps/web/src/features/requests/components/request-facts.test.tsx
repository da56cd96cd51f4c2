import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RequestFacts } from "@/features/requests/components/request-facts";
import type { Request } from "@/features/requests/types";

const request: Request = {
  id: "request-1",
  publicId: "0",
  title: "Accounts",
  message: "",
  status: "open",
  dueOn: null,
  version: 1,
  sentAt: null,
  closedAt: null,
  closeReason: null,
  assigneeId: null,
  remindersPaused: false,
  client: { id: "client-1", name: "Winter Ltd" },
  contacts: [],
  items: [],
};

test("the facts of a request show the word “Reminder” and the date of the next reminder on one line", () => {
  const html = renderToStaticMarkup(
    <RequestFacts
      request={request}
      plan={{ nextAt: "2026-12-04T09:00:00Z", manualFrom: null }}
      assignee={undefined}
      today="2026-11-20"
      timeZone="UTC"
    />,
  );
  expect(html).toContain('whitespace-nowrap">Reminder Fri 4\u00a0Dec<');
});
