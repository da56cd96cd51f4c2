import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Item } from "@/features/items/types";
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
  items: [{ status: "open", required: true } as Item],
};

const factsOf = (shown: Request) =>
  renderToStaticMarkup(
    <RequestFacts
      request={shown}
      plan={{ nextAt: "2026-12-04T09:00:00Z", manualFrom: null }}
      assignee={undefined}
      today="2026-11-20"
      timeZone="UTC"
    />,
  );

test("the facts of a request show the word “Reminder” and the date of the next reminder on one line", () => {
  expect(factsOf(request)).toContain('whitespace-nowrap">Reminder Fri 4\u00a0Dec<');
});

test("the facts of a request show no next reminder once the client has sent everything", () => {
  const items = request.items.map((item) => ({ ...item, status: "submitted" as const }));
  expect(factsOf({ ...request, items })).not.toContain("Reminder");
});
